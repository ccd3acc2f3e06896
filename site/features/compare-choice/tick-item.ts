import { begunComparison, compareItem, keepComparison } from './begun-comparison.ts'
import { markCompared } from './compare-marks.ts'

export function tickItem(id: number, wanted: boolean): void {
  // Stored already by the box; whoever follows the comparison in this page has yet to hear of it.
  if (begunComparison().includes(id) === wanted) keepComparison(begunComparison())
  else compareItem(id, wanted)
  // Also takes back the tick of a fifth item.
  markCompared(begunComparison())
}

let waiting = false

/** Ticks what was ticked before: once, however many cards of a page ask for it. */
export function showTickedSoon(): void {
  if (waiting) return
  waiting = true
  queueMicrotask(() => {
    waiting = false
    markCompared(begunComparison())
  })
}
