import { markStoredComparison, storeComparisonAt, storeTick } from '#site/features/compare-choice/compare-marks.ts'

/**
 * A tick is stored here, whether or not the page is hydrated. What is compared is seen before the page's other scripts, after a change in another tab, and when one comes back here.
 * A page that loads shows itself long after its first boxes can be ticked: those ticks stay.
 */
export function markComparedItems(): void {
  addEventListener('change', storeTick, true)
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest('a')
    if (link) storeComparisonAt(link.href)
  })
  storeComparisonAt(location.href)
  for (const type of ['DOMContentLoaded', 'storage']) addEventListener(type, markStoredComparison)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) markStoredComparison()
  })
}
