import { expect, type Page, test } from '@playwright/test'
import { desktop, ready } from '../support/browser.ts'

declare global {
  interface Window {
    themeAtFirstElement?: string | null
  }
}

test.use({ viewport: desktop })

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const [light, dark] = ['rgb(250, 246, 241)', 'rgb(20, 17, 15)']

const open = async (page: Page) => {
  await page.goto('/cart')
  await ready(page)
}
const choose = (page: Page, theme: 'Light' | 'Dark' | 'System') =>
  page.getByRole('group', { name: 'Theme' }).getByText(theme, { exact: true }).click()

test.describe('the theme', () => {
  test('is the system’s until something else is chosen, and changes with it [S2.12.3] [S9.32]', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page)
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
    await expect.poll(() => paper(page)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => paper(page)).toBe(light)
  })

  test('is kept under the key theme, against the system’s, and given back to it [S2.12.4]', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page)
    for (const [choice, stored, colour] of [
      ['Light', 'light', light],
      ['Dark', 'dark', dark],
      ['System', 'system', dark],
    ] as const) {
      await choose(page, choice)
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(stored)
      await expect.poll(() => paper(page)).toBe(colour)
      await page.reload()
      await ready(page)
      await expect(page.getByRole('radio', { name: choice })).toBeChecked()
      await expect.poll(() => paper(page)).toBe(colour)
    }
  })

  test('stands on the page before anything of it is drawn [S2.12.4]', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.addInitScript(() => {
      localStorage.setItem('theme', 'dark')
      new MutationObserver((_, observer) => {
        if (!document.body) return
        window.themeAtFirstElement = document.documentElement.getAttribute('data-theme')
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/cart')
    expect(await page.evaluate(() => window.themeAtFirstElement)).toBe('dark')
  })

  test('is followed by her other tabs', async ({ page, context }) => {
    await open(page)
    const other = await context.newPage()
    await open(other)
    await choose(page, 'Dark')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })

  test('works for the page where nothing may be stored', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await open(page)
    await choose(page, 'Dark')
    await expect.poll(() => paper(page)).toBe(dark)
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  })
})

test.describe('a toast', () => {
  const raise = async (page: Page) => {
    await page.getByLabel('Email address').fill('nothing')
    await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.locator('.toast').last()).toBeVisible()
  }

  test('stands at the bottom right, 356 px wide [S9.26] [B9.20]', async ({ page }) => {
    await open(page)
    await raise(page)
    const box = await page.locator('.toast').boundingBox()
    expect(box?.width).toBe(356)
    expect((box?.x ?? 0) + 356).toBeGreaterThan(desktop.width - 40)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(desktop.height - 40)
  })

  test('is one of three at most, the newest, whoever raised it [B9.16] [B9.20]', async ({ page }) => {
    await page.clock.install()
    await open(page)
    for (let n = 1; n <= 4; n++) {
      await raise(page)
      await expect(page.locator('.toast')).toHaveCount(Math.min(n, 3))
    }
    await page.clock.fastForward(4000)
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('follows the theme [S2.12.5]', async ({ page }) => {
    await open(page)
    const colours: string[] = []
    for (const theme of ['Light', 'Dark'] as const) {
      await choose(page, theme)
      await raise(page)
      colours.push(
        await page
          .locator('.toast')
          .last()
          .evaluate((toast) => getComputedStyle(toast).backgroundColor),
      )
      await page.getByRole('button', { name: 'Close toast' }).first().click()
    }
    expect(colours).toEqual(['rgb(255, 253, 250)', 'rgb(29, 25, 22)'])
  })

  test('stays while the keyboard is in it, and goes by its close button [S9.29] [B9.20]', async ({ page }) => {
    await page.clock.install()
    await open(page)
    await raise(page)
    await page.keyboard.press('Alt+t')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Close toast' })).toBeFocused()
    await page.clock.fastForward(10_000)
    await expect(page.locator('.toast')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('closes by itself after 4000 ms [S9.28]', async ({ page }) => {
    await page.clock.install()
    await open(page)
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
    await raise(page)
    await page.mouse.move(5, 200)
    await page.clock.runFor(3900)
    await expect(page.locator('.toast')).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(page.locator('.toast')).toHaveCount(0)
  })
})

test('a printed page is dark on white in either theme, without what only a screen needs', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/blog/under-eye-patches-guide')
  const colours = () =>
    page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      const sum = (text: string) => (text.match(/\d+/g) ?? []).slice(0, 3).reduce((all, one) => all + Number(one), 0)
      return { inkIsDarker: sum(color) < sum(backgroundColor) }
    })
  await expect.poll(colours).toEqual({ inkIsDarker: true })
  await expect(page.locator('[data-part~=site-header]')).toBeHidden()
  await expect(page.locator('[data-part~=site-footer]')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect.poll(colours).toEqual({ inkIsDarker: false })
})
