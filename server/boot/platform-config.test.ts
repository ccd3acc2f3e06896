import { afterEach, expect, test } from 'vitest'
import { changeConfig } from '#domain/site-config.ts'
import { configOf } from '#domain/site-settings.ts'
import { readConfig } from './config.ts'
import { readPlatformConfig } from './platform-config.ts'

afterEach(() => changeConfig(null))

test('mails are sent under the name of the site, whatever the office calls it by then', async () => {
  const env = { SMTP_HOST: 'mail.example', SMTP_FROM: 'hello@shop.example' }
  const { auth } = await readPlatformConfig(readConfig(env), env)
  expect(auth.email.smtp?.sender_name).toBe('Dahlia')
  changeConfig(configOf([{ key: 'site_name', value: 'Zinnia' }]))
  expect(auth.email.smtp?.sender_name).toBe('Zinnia')
})
