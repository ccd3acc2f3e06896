import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { comparedItemsKey } from '#site/features/saved/storage-keys.ts'
import * as styles from './product-compare.module.css'

const formId = 'compare-ticked'

/**
 * A box that puts an item into the comparison. What was ticked is known to this browser alone, so every page comes with
 * empty boxes. The page's first script stores a tick (mark-compared-items.ts); the code that tells of it, and refuses one
 * too many, is fetched when something is ticked, as with the hearts.
 */
export const CompareTick = ({ id, name }: { id: number; name: string }) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      name="items"
      value={id}
      form={formId}
      ref={showTicked}
      onChange={({ target: { checked } }) => tick(id, checked)}
    />
    Compare<span className={layout.srOnly}> {name}</span>
  </label>
)

/** Once on a page with boxes: sends what is ticked, in sight as soon as something is; without script, this page's. */
export const CompareBar = () => (
  <form id={formId} action="/compare" className={styles.form} autoComplete="off" suppressHydrationWarning>
    <input type="hidden" name="items" disabled suppressHydrationWarning />
    <button type="submit" className={controls.button} suppressHydrationWarning>
      Compare the ticked items
    </button>
  </form>
)

const tick = (id: number, wanted: boolean) => void minder().then(({ tickItem }) => tickItem(id, wanted))

const minder = () => import('#site/features/compare-choice/tick-item.ts')

function showTicked(box: HTMLInputElement | null): void {
  // Ticked before its part of the page was hydrated. While nothing is yet, the tick is repeated (missed-input.ts).
  if (box?.checked && document.documentElement.dataset.ready !== undefined) tick(Number(box.value), true)
  try {
    if (box && localStorage.getItem(comparedItemsKey)) void minder().then(({ showTickedSoon }) => showTickedSoon())
  } catch {
    // A browser without storage has nothing ticked elsewhere.
  }
}
