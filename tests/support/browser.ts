import type { Page } from '@playwright/test'
import { anonClientOf, serviceClientOf } from './clients.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** Hydrated: menus mind their delays and links stay inside the page. The first sign of a visitor starts it. */
export async function ready(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new WheelEvent('wheel', { bubbles: true })))
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined)
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await ready(page)
}

export const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** The server of all browser tests: started by the global setup, or the one that E2E_URL names. */
export const shopUnderTest = () => ({
  url: process.env.E2E_URL ?? '',
  dataDir: process.env.E2E_DATA_DIR ?? 'data',
})

export const serviceClient = () => serviceClientOf(shopUnderTest())
export const anonClient = () => anonClientOf(shopUnderTest())
