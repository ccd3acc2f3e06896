import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { screens } from './screens.ts'

const classesOf = (css: string) => new Set([...css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))

test('every page carries the rules of what it shows, before any script asks for more', async ({ request }) => {
  test.setTimeout(120_000)
  const folder = 'build/client/assets'
  const sheet = (await readdir(folder)).find((file) => /^styles-.*\.css$/.test(file))
  const all = classesOf(await readFile(`${folder}/${sheet}`, 'utf8'))
  expect(all.size).toBeGreaterThan(300)
  const unstyled: string[] = []
  for (const { path } of screens.filter(({ path }) => !path.startsWith('/admin'))) {
    const html = await (await request.get(path)).text()
    const own = classesOf([...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join(''))
    const shown = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
    for (const name of shown) if (all.has(name) && !own.has(name)) unstyled.push(`${path}: ${name}`)
  }
  expect(unstyled).toEqual([])
})
