import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Themes differ in nothing but colour: what is not colour is asked once for each width. */
export const everything: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
export const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

/** To be evaluated in the page before `violations`. */
export const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The elements that stick out of the window, innermost first; empty when the page does not scroll sideways. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    return [`${scrollWidth} px`, ...wide.slice(-5).map((element) => element.outerHTML.slice(0, 120))]
  })
}

export function violations(page: Page, runOnly: axe.RunOnly) {
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false, preload: false })
    return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 160))])
  }, runOnly)
}

/**
 * With SCREENSHOTS=1, for a designer to leaf through, all in one folder beside the results. Otherwise none: they take a
 * fifth of a screen's time and fail no test.
 */
export async function keepScreenshot(page: Page, name: string, size = page.viewportSize()) {
  if (!process.env.SCREENSHOTS) return
  if (size) await page.setViewportSize(size)
  const path = join(test.info().project.outputDir, 'screens', `${name.replaceAll(' ', '-')}.jpg`)
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 60, scale: 'css', animations: 'disabled' })
}
