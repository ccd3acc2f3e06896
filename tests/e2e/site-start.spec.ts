import { expect, type Page, test } from '@playwright/test'
import { ready } from '../support/browser.ts'

const isReady = (page: Page) => page.evaluate(() => document.documentElement.dataset.ready !== undefined)

/** Scripts that have run, by the modules the browser asked for to run them: prefetched bytes are none. */
const hydrationBegan = (page: Page) => page.evaluate(() => document.querySelector('link[rel="modulepreload"]') !== null)

/** Holds the page's scripts back, so that a visitor can be quicker than they are. Returns how to let them go. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/(?!boot-)[\w.-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('no script but the first runs until there is a sign of a visitor', async ({ page }) => {
  // The quiet moment after which they start by themselves never passes, however slow the machine is.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/', { waitUntil: 'load' })
  expect(await hydrationBegan(page)).toBe(false)
  expect(await isReady(page)).toBe(false)
  await page.clock.resume()
  await page.mouse.move(20, 20)
  await expect.poll(() => isReady(page)).toBe(true)
  // A page whose own styles differed from the sheet that follows would move now.
  await expect(page.locator('head link[rel="stylesheet"]')).toHaveCount(1)
})

test('who only reads is given the scripts after a quiet moment', async ({ page }) => {
  await page.goto('/contact')
  await expect.poll(() => isReady(page)).toBe(true)
})

test('a click before the scripts is not lost', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/products')
  const heart = page.locator('button[data-save]').first()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  letGo()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('a choice before the scripts is not lost', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  letGo()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('links, menus and the search work before the scripts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await holdScripts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL(/\/blog$/)
})

test('the stored theme is there before anything is painted', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.addInitScript(() => {
    // Looks at the page in the moment before each of its first frames.
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.body).backgroundColor)
      if (seen.length < 20) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'seen').length)).toBeGreaterThanOrEqual(5)
  const colours = new Set<string>(await page.evaluate(() => Reflect.get(window, 'seen')))
  expect([...colours]).toEqual(['rgb(20, 17, 15)'])
})

test('a page looks the same with its own rules as with the whole sheet', async ({ page }) => {
  for (const path of ['/', '/products', '/blog/under-eye-patches-guide']) {
    await page.goto(path)
    const before = await places(page)
    await ready(page)
    expect(await places(page), path).toEqual(before)
  }
})

/** Where every element of the page lies. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('header *, main *, footer *')].map((element) => {
      const { left, width } = element.getBoundingClientRect()
      const { color, fontSize } = getComputedStyle(element)
      return `${element.tagName} ${Math.round(left)} ${Math.round(width)} ${fontSize} ${color}`
    })
  })
}
