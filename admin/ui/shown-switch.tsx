import * as styles from './shown-switch.module.css'

interface ShownSwitchProps {
  /** Of what: screen readers hear it. */
  label: string
  isShown: boolean
  onChange: (isShown: boolean) => void
  /** What being on is called, and the words for on and off. */
  state?: readonly [is: string, on: string, off: string]
}

const ACTIVE = ['is active', 'Active', 'Hidden'] as const

/** Active is visible on the site, hidden is not. */
export const ShownSwitch = ({ label, isShown, onChange, state = ACTIVE }: ShownSwitchProps) => (
  <div className={styles.shown}>
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isShown}
      aria-label={`${label} ${state[0]}`}
      onClick={() => onChange(!isShown)}
    >
      <span className={styles.thumb} />
    </button>
    <span aria-hidden="true">{isShown ? state[1] : state[2]}</span>
  </div>
)
