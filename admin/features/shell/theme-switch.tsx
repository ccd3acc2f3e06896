import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { applyTheme, storedTheme, subscribeTheme, type Theme, themes } from '#design/theme.ts'
import * as styles from './shell.module.css'

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const

/** Light, dark or as the system has it: one button that goes round, saying what is on. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribeTheme, storedTheme)
  const Icon = ICONS[theme]
  return (
    <button
      type="button"
      className={styles.toggle}
      data-always=""
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={() => applyTheme(after(theme))}
    >
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  )
}

const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
