import { afterEach, expect, test } from 'vitest'
import { changeConfig, siteConfig } from '#domain/site-config.ts'
import { contentView, pageView } from './content-view.ts'

afterEach(() => changeConfig(null))

test('a page’s text names the site as it is called now, whatever the name is made of', () => {
  const shown = () => JSON.stringify(pageView('<h2>What {name} is</h2><p>{name} has links.</p>').sections)
  expect(shown()).toContain(`What ${siteConfig.name} is`)
  changeConfig(JSON.stringify({ name: 'Camellia & <u>Co</u>' }))
  expect(shown()).toContain('Camellia &amp; &lt;u&gt;Co&lt;/u&gt; has links.')
  expect(shown()).not.toMatch(/\{name\}|Dahlia/)
})

test('an article’s text stands as it is written', () => {
  expect(JSON.stringify(contentView('<p>{name}</p>').sections)).toContain('{name}')
})
