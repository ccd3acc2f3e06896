import { type ReactNode, useLayoutEffect, useRef } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { begunComparison, compareItem, useBegunComparison } from '#site/features/compare-choice/begun-comparison.ts'
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
  tick: ({ id, name, page }) => page && <CompareTick id={id} name={name} />,
  form: <CompareForm />,
}

function CompareTick({ id, name }: Pick<Offer, 'id' | 'name'>) {
  const box = useRef<HTMLInputElement>(null)
  // Ticked before the scripts ran: the browser has it, and no event tells.
  useLayoutEffect(() => {
    if (box.current?.checked && !begunComparison().includes(id)) compareItem(id, true)
  }, [id])
  return (
    <label className={styles.tick}>
      <input
        ref={box}
        type="checkbox"
        name="items"
        value={id}
        form={formId}
        checked={useBegunComparison().includes(id)}
        onChange={(event) => compareItem(id, event.target.checked)}
      />
      Compare<span className={layout.srOnly}> {name}</span>
    </label>
  )
}

/** Sends what was ticked on other pages too, as far as a script has kept it. */
function CompareForm() {
  const begun = useBegunComparison()
  return (
    <form id={formId} action="/compare" className={styles.form} data-begun={begun.length > 0 || undefined}>
      {begun.map((id) => (
        <input key={id} type="hidden" name="items" value={id} />
      ))}
      <button type="submit" className={controls.button}>
        Compare the ticked items{begun.length > 0 && ` (${begun.length})`}
      </button>
    </form>
  )
}
