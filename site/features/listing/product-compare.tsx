import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { mostCompared } from '#site/features/compare-choice/compared-ids.ts'
import { comparedItemsKey } from '#site/features/saved/storage-keys.ts'
import * as styles from './product-compare.module.css'

const formId = 'compare-ticked'

/**
 * A box that puts an item into the comparison. What was ticked is known to this browser alone, so every page comes with
 * empty boxes; the code that minds them is fetched when something is ticked, as with the hearts.
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

function tick(id: number, wanted: boolean): void {
  storeTick(String(id), wanted)
  void minder().then(({ tickItem }) => tickItem(id, wanted))
}

/** At once, without the code that minds the boxes: the page may be left before that is fetched. */
function storeTick(id: string, wanted: boolean): void {
  try {
    const others = (localStorage.getItem(comparedItemsKey)?.match(/\d+/g) ?? []).filter((other) => other !== id)
    // One too many is refused, in words, by that code.
    if (!wanted || others.length < mostCompared)
      localStorage.setItem(comparedItemsKey, (wanted ? [...others, id] : others).join())
  } catch {
    // A browser without storage keeps them as long as the page, and that code does.
  }
}

const minder = () => import('#site/features/compare-choice/tick-item.ts')

function showTicked(box: HTMLInputElement | null): void {
  // Ticked before the scripts ran, in a part of the page that came too late to be told.
  if (box?.checked) tick(Number(box.value), true)
  try {
    if (box && localStorage.getItem(comparedItemsKey)) void minder().then(({ showTickedSoon }) => showTickedSoon())
  } catch {
    // A browser without storage has nothing ticked elsewhere.
  }
}
