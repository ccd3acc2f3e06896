import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import type { Offer } from '#site/features/offer/offer.ts'
import * as styles from './compare-ticks.module.css'

/** What a list gets so that its items can be ticked and compared; apart, for few lists have the bytes for it to spare. */
export interface CompareTicks {
  tick(offer: Offer): ReactNode
  form: ReactNode
}

const formId = 'compare-ticked'

/** A box on each card, and the button that sends what is ticked: in sight as soon as something is, without script. */
export const compareTicks: CompareTicks = {
  tick: ({ id, name, page }) =>
    page && (
      <label className={styles.tick}>
        <input type="checkbox" name="items" value={id} form={formId} />
        Compare<span className={layout.srOnly}> {name}</span>
      </label>
    ),
  form: (
    <form id={formId} action="/compare" className={styles.form}>
      <button type="submit" className={controls.button}>
        Compare the ticked items
      </button>
    </form>
  ),
}
