import { markStoredComparison } from '#site/features/compare-choice/compare-marks.ts'

/**
 * What is compared is seen before the page's other scripts, after a change in another tab, and when one comes back here.
 * A page that loads shows itself long after its first boxes can be ticked: those ticks stay.
 */
export function markComparedItems(): void {
  for (const type of ['DOMContentLoaded', 'storage']) addEventListener(type, markStoredComparison)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) markStoredComparison()
  })
}
