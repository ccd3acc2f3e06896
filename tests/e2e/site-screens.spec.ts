import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { ready } from '../support/browser.ts'
import { type Screen, screens } from './screens.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const widths = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

/** What a designer looks at, kept as artefacts of the run: all four of phone and desktop, light and dark, took half of it. */
const pictured = {
  light: { width: 1440, height: 900 },
  dark: { width: 390, height: 844 },
} as const

/** Themes differ in nothing but colour: what is not colour is asked once for each width. */
const everything: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

const schemes = ['light', 'dark'] as const

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// A trace would photograph every step and take longer than the test; a failure names the element and the width.
test.use({ reducedMotion: 'reduce', trace: 'off' })
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

for (const { name, path, status = 200, says } of screens) {
  test(`${name} is sound at every width in both themes`, async ({ page, baseURL }) => {
    const faults = watch(page, { baseURL, path, status, says })
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(status)
    await ready(page)
    await loadEveryPicture(page)
    await page.evaluate(axeSource)

    expect(await page.locator('h1').count(), 'first headings').toBe(1)
    await expect(page).toHaveTitle(/\S.* \| (Dahlia|Shop)$|^Dahlia: \S/)
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      expect(await page.getByRole(landmark).count(), landmark).toBe(1)
    }
    expect(await page.getByRole('navigation').count(), 'navigations').toBeGreaterThan(0)

    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      for (const viewport of widths) {
        await page.setViewportSize(viewport)
        await settled(page)
        const where = `${viewport.width} px, ${colorScheme}`
        // Asked again for a moment: once, the width after a resize was too large. One that stays too large fails.
        await expect.poll(() => overflow(page), `wider than the window at ${where}`).toEqual([])
        expect(await violations(page, colorScheme === 'light' ? everything : colours), where).toEqual([])
      }
      await page.setViewportSize(pictured[colorScheme])
      await keepPicture(page, `${name} ${pictured[colorScheme].width} ${colorScheme}`)
    }
    expect(faults).toEqual([])
  })
}

test('every screen has a name and an address of its own', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})

interface Watched extends Pick<Screen, 'path' | 'says'> {
  baseURL: string | undefined
  status: number
}

/** The window's new size and theme are drawn, and what moves has come to its end. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Errors in the console or the page, and requests to our own server that fail. */
function watch(page: Page, { baseURL = '', path, status, says }: Watched) {
  const faults: string[] = []
  const own = (url: string) => url.startsWith(`${baseURL}/`)
  const itself = (url: string) => url === new URL(path, baseURL).href
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // The browser reports the page's own 404; other failed requests are told below with their address.
    if (message.type() !== 'error' || says?.test(message.text())) return
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('response', (reply) => {
    if (!own(reply.url()) || reply.status() < 400) return
    if (itself(reply.url()) && reply.status() === status) return
    faults.push(`${reply.status()} ${reply.url()}`)
  })
  page.on('requestfailed', (request) => {
    if (own(request.url())) faults.push(`${request.failure()?.errorText} ${request.url()}`)
  })
  return faults
}

/** Also those that wait to be scrolled to: a missing one is a fault, and the pictures of the page show them. */
async function loadEveryPicture(page: Page) {
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  })
}

/** The elements that stick out of the window, innermost first; empty when the page does not scroll sideways. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    return [`${scrollWidth} px`, ...wide.slice(-5).map((element) => element.outerHTML.slice(0, 120))]
  })
}

function violations(page: Page, runOnly: axe.RunOnly) {
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false, preload: false })
    return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 160))])
  }, runOnly)
}

/** All in one folder beside the results, so that a whole run can be leafed through. */
async function keepPicture(page: Page, name: string) {
  const path = join(test.info().project.outputDir, 'screens', `${name.replaceAll(' ', '-')}.jpg`)
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 60, scale: 'css', animations: 'disabled' })
}
