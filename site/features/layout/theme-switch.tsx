import { useId, useSyncExternalStore } from 'react'
import * as layout from '#design/layout.module.css'
import { applyTheme, storedTheme, subscribeTheme, themes } from '#design/theme.ts'
import * as visitor from '#design/visitor.module.css'
import * as styles from './theme-switch.module.css'

const labels = { light: 'Light', dark: 'Dark', system: 'System' } as const

/** Kept in this browser under the key 'theme'. Shown only where a script can keep it. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribeTheme, storedTheme, () => 'system')
  // A page may show the switch twice: radio buttons of one name would be one group.
  const name = useId()
  return (
    <fieldset className={`${styles.themeSwitch} ${visitor.needsScript}`} data-part="theme-switch">
      <legend className={layout.srOnly}>Theme</legend>
      {themes.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => applyTheme(choice)}
          />
          <span>{labels[choice]}</span>
        </label>
      ))}
    </fieldset>
  )
}
