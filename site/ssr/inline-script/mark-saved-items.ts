import { markStored } from '#site/features/saved/saved-marks.ts'

/** What is saved is seen before the page's other scripts, after a change in another tab, and when one comes back here. */
export function markSavedItems(): void {
  for (const type of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(type, markStored)
}
