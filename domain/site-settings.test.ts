import { afterEach, expect, test } from 'vitest'
import { changeConfig, changedConfig, siteConfig } from './site-config.ts'
import { configOf } from './site-settings.ts'

const { name, disclosure } = siteConfig
afterEach(() => changeConfig(null))

test('settings of the office change the texts, and without them the defaults are back', () => {
  const json = configOf([
    { key: 'site_name', value: 'Zinnia' },
    { key: 'popular_searches', value: 'Silk\n\n Linen ' },
    { key: 'content_year', value: 'soon' },
    { key: 'admin_minimum_role', value: 'editor' },
    { key: 'disclosure', value: 7 },
  ])
  changeConfig(json)
  expect(siteConfig).toMatchObject({
    name: 'Zinnia',
    disclosure,
    popularSearches: ['Silk', 'Linen'],
    contentYear: 2025,
  })
  expect(changedConfig()).toBe(json)
  changeConfig(configOf([]))
  expect(siteConfig).toMatchObject({ name, popularSearches: null })
  expect(changedConfig()).toBeNull()
})

test('texts name the site by its name, whichever of the two was changed', () => {
  changeConfig(configOf([{ key: 'site_name', value: 'Zinnia & Co' }]))
  expect(siteConfig.byline).toBe('Zinnia & Co editors')
  expect(siteConfig.description).toMatch(/^Zinnia & Co edits /)
  changeConfig(configOf([{ key: 'site_byline', value: 'The friends of {name}' }]))
  expect(siteConfig.byline).toBe(`The friends of ${name}`)
})

test('social links are lines of a name and an https address, and what is none is left out', () => {
  changeConfig(
    configOf([{ key: 'social_links', value: 'Threads https://threads.example/us\nX javascript:alert(1)\nY' }]),
  )
  expect(siteConfig.social).toEqual([{ name: 'Threads', url: 'https://threads.example/us' }])
  changeConfig(configOf([]))
  expect(siteConfig.social.map(({ name }) => name)).toEqual(['Instagram', 'Pinterest', 'Twitter'])
})
