import { expect, test } from 'vitest'
import { ownSettings } from './own-settings.ts'

test('a setting that changes while the process runs is read anew each time, over the secrets of config.toml', () => {
  let name = 'Dahlia'
  const settings = ownSettings(
    { SITE_NAME: 'secret', KEY: 'k' },
    {
      get SITE_NAME() {
        return name
      },
    },
  )
  expect([settings.SITE_NAME, settings.KEY]).toEqual(['Dahlia', 'k'])
  name = 'Zinnia'
  expect(settings.SITE_NAME).toBe('Zinnia')
})
