import type { Page } from '@playwright/test'

/** How long after the click the switch shows its new state. */
export async function toggleOne(page: Page, place: number): Promise<number> {
  return page
    .getByRole('switch')
    .nth(place)
    .evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const began = performance.now()
          const observer = new MutationObserver(() => {
            observer.disconnect()
            requestAnimationFrame(() => resolve(performance.now() - began))
          })
          observer.observe(element, { attributeFilter: ['aria-checked'] })
          if (element instanceof HTMLElement) element.click()
        }),
    )
}
