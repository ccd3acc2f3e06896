import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { desktop } from './browser.ts'

declare global {
  interface Window {
    axe: typeof axe
    /** What `judge` has seen in a theme. */
    judged?: Partial<Record<Theme, WeakSet<Element>>>
  }
}

export type Theme = 'light' | 'dark'

/** Themes differ in nothing but colour: what is not colour is asked once for each width. */
export const everything: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }
/** What a width decides of elements that were judged at another one. */
const sizes: axe.RunOnly = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] }

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

/** What people with a keyboard cannot reach, cannot see that they have reached, or find under something else. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  // From here on the browser takes the focus for one that was moved by keys, and shows it.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const controls = 'a, button, input, select, textarea, summary, [role=switch], [role=button], [tabindex]'
    // Of these one has the focus for all, and arrows move it.
    const moved = '[role=tab], [role=option], [role=menuitem], [role=radio]'
    const outlined = (element: Element | null): boolean =>
      element !== null &&
      ((getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) > 0) ||
        (element.matches(':focus') ? false : outlined(element.parentElement)))
    const shows = (element: Element) => outlined(element) || outlined(element.closest(':focus-within:not(:focus)'))
    const faults: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      const isOff = element.matches(':disabled, [aria-disabled=true], [tabindex="-1"]:not(a, button, input)')
      if (
        isOff ||
        element.closest('[aria-hidden=true]') ||
        element.matches(moved) ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue
      const name = element.outerHTML.slice(0, 120)
      element.focus()
      if (element.tabIndex < 0 || document.activeElement !== element) {
        faults.push(`not reached: ${name}`)
        continue
      }
      if (!shows(element)) faults.push(`does not show the focus: ${name}`)
      const { left, top, width, height } = element.getBoundingClientRect()
      // What scrolls is higher than the window.
      if (height > 100) continue
      const there = document.elementFromPoint(left + Math.min(width, 24) / 2, top + height / 2)
      if (!there || !(element.contains(there) || there.contains(element))) faults.push(`hidden by another: ${name}`)
    }
    for (const scrolled of document.querySelectorAll('[tabindex="0"]')) scrolled.scrollTo(0, 0)
    window.scrollTo(0, 0)
    return faults
  })
}

export function violations(page: Page, runOnly: axe.RunOnly) {
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run({
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
      // A fault is told by its element; a selector would be made for what passes, too.
      selectors: false,
    })
    return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 160))])
  }, runOnly)
}

/** The phone and the desktop, then the tablet, which shows little that neither of them does. */
export const judgedWidths = (phone: { width: number; height: number }) => [
  { ...phone, isBetween: false },
  { ...desktop, isBetween: false },
  { width: 768, height: 1024, isBetween: true },
]

/**
 * The faults of a page at its width in its theme: everything in the light one, colours in the dark one. At a width between
 * two that were judged in this theme, only sizes, unless it shows an element that none of them did.
 */
export async function judge(page: Page, { theme, isBetween }: { theme: Theme; isBetween: boolean }) {
  const isNew = await page.evaluate(showsNew, theme)
  if (!isBetween || isNew) return violations(page, theme === 'light' ? everything : colours)
  return theme === 'light' ? violations(page, sizes) : []
}

/** Run in the page: whether it shows an element that it did not when it was last asked about this theme. */
function showsNew(theme: Theme): boolean {
  window.judged ??= {}
  window.judged[theme] ??= new WeakSet()
  const seen = window.judged[theme]
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !seen.has(element),
  )
  for (const element of shown) seen.add(element)
  return shown.length > 0
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
