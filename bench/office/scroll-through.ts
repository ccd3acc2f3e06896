import type { Page } from '@playwright/test'

/** From the first row to the last, a window at a time, as fast as the rows come; the longest task of the browser in it. */
export async function scrollThrough(page: Page, rows: number): Promise<{ rows: number; longestTask: number }> {
  return page.getByRole('region', { name: 'Products, rows' }).evaluate(async (frame, wanted) => {
    let longestTask = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
    })
    observer.observe({ type: 'longtask' })
    let reached = 0
    for (const end = performance.now() + 300_000; reached < wanted && performance.now() < end; ) {
      frame.scrollBy(0, frame.clientHeight)
      await new Promise(requestAnimationFrame)
      const rowsNow = [...frame.querySelectorAll('tr[aria-rowindex]')]
      reached = Math.max(reached, ...rowsNow.map((row) => Number(row.getAttribute('aria-rowindex'))))
    }
    observer.disconnect()
    return { rows: reached, longestTask }
  }, rows)
}
