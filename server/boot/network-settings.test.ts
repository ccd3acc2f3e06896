import { expect, test } from 'vitest'
import { CREDENTIAL_NAMES } from '../../supabase/functions/_shared/networks/known-networks.ts'
import { readConfig } from './config.ts'
import { functionSettings } from './function-settings.ts'
import { NETWORK_SETTINGS } from './network-settings.ts'

test('every key that a network asks for is a setting, and functions get those that are given', () => {
  expect(Object.keys(NETWORK_SETTINGS).sort()).toEqual([...CREDENTIAL_NAMES].sort())
  const given = Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, `value of ${name}`]))
  expect(functionSettings(readConfig(given))).toMatchObject(given)
  const none = functionSettings(readConfig({ AWIN_FEED_KEY: ' ', CONTACT_EMAIL: 'a@shop.example' }))
  expect(Object.keys(none).filter((name) => CREDENTIAL_NAMES.includes(name))).toEqual([])
})
