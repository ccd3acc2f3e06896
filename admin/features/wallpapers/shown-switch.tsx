import { Switch } from '@base-ui/react/switch'
import * as styles from './wallpapers.module.css'

interface ShownSwitchProps {
  /** Of what: screen readers hear it. */
  label: string
  isShown: boolean
  onChange: (isShown: boolean) => void
}

/** Active is visible on the site, hidden is not. */
export const ShownSwitch = ({ label, isShown, onChange }: ShownSwitchProps) => (
  <div className={styles.shown}>
    <Switch.Root
      className={styles.switch}
      checked={isShown}
      onCheckedChange={onChange}
      aria-label={`${label} is active`}
    >
      <Switch.Thumb className={styles.thumb} />
    </Switch.Root>
    <span aria-hidden="true">{isShown ? 'Active' : 'Hidden'}</span>
  </div>
)
