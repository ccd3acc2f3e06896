import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useCallback, useDeferredValue, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { applyTheme, storedTheme } from '#design/theme.ts'
import * as dialog from '../../ui/dialog.module.css'
import type { StaffRole } from '../session/rights.ts'
import { signOut } from '../session/session-store.ts'
import { navigation } from '../shell/navigation.ts'
import { type Command, matchingCommands } from './commands.ts'
import { findRecords } from './find-records.ts'
import * as styles from './palette.module.css'

interface PaletteProps {
  role: StaffRole
  /** What was typed before the field was there; null from when it has the keys. */
  early: RefObject<string | null>
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  onHelp: () => void
}

/** Every screen, record and action that the role may use, by a few letters and the arrow keys. */
export function Palette({ role, early, opener, onClose, onHelp }: PaletteProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const { commands, isSearching, failed } = useCommands(typed, role, onHelp)
  const active = Math.min(chosen, commands.length - 1)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  // As soon as it is there: what is typed a moment later would go nowhere.
  const takeKeys = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field || early.current === null) return
      setTyped(early.current)
      early.current = null
      field.focus()
    },
    [early],
  )
  const use = (command: Command | undefined) => {
    if (!command) return
    onClose()
    if (command.to) void navigate(command.to)
    command.run?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) setChosen((active + step + commands.length) % Math.max(1, commands.length))
    else if (event.key === 'Enter') use(commands[active])
    else return
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Command palette" finalFocus={opener}>
          <input
            ref={takeKeys}
            className={styles.input}
            role="combobox"
            aria-label="Screen, record or action"
            placeholder="Screen, record or action"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={commands.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          <div id={id} role="listbox" aria-label="Commands" className={styles.list}>
            {commands.map((command, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above, where the focus stays.
              <div
                key={command.id}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                className={styles.option}
                onClick={() => use(command)}
                onPointerMove={() => setChosen(place)}
              >
                <span className={styles.label}>{command.label}</span>
                <span className={styles.note}>{command.note ?? command.group}</span>
              </div>
            ))}
          </div>
          <p className={styles.state} role="status">
            {failed
              ? `Records could not be searched: ${failed}`
              : commands.length === 0 && (isSearching ? 'Searching...' : 'Nothing is called so.')}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Shorter words find nearly everything. */
const LEAST_LETTERS = 2

function useCommands(typed: string, role: StaffRole, onHelp: () => void) {
  const wanted = useDeferredValue(typed.trim())
  const records = useQuery({
    queryKey: ['palette', wanted, role],
    enabled: wanted.length >= LEAST_LETTERS,
    queryFn: ({ signal }) => findRecords(wanted, role === 'admin', signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const found = wanted.length >= LEAST_LETTERS ? (records.data ?? []) : []
  return {
    commands: [...matchingCommands([...SCREENS, ...actions(onHelp)], typed, role), ...found],
    isSearching: records.isFetching,
    failed: wanted.length >= LEAST_LETTERS ? records.error?.message : undefined,
  }
}

const SCREENS: readonly Command[] = navigation.flatMap((group) =>
  group.items.map(({ label, to }) => ({ id: to, label, to, group: 'Screen', for: group.for })),
)

const actions = (onHelp: () => void): readonly Command[] => [
  { id: 'add-product', label: 'Add product', to: '/products?edit=new', group: 'Action', for: 'editor' },
  {
    id: 'add-retailer',
    label: 'Add retailer product',
    to: '/retailer-products?edit=new',
    group: 'Action',
    for: 'editor',
  },
  { id: 'add-merchant', label: 'Add merchant', to: '/merchants?edit=new', group: 'Action', for: 'editor' },
  { id: 'add-collection', label: 'Add collection', to: '/collections?edit=new', group: 'Action', for: 'editor' },
  {
    id: 'site',
    label: 'Open the site',
    run: () => void window.open('/', '_blank', 'noreferrer'),
    group: 'Action',
    for: 'editor',
  },
  {
    id: 'theme',
    label: 'Switch between light and dark',
    run: () => applyTheme(isDark() ? 'light' : 'dark'),
    group: 'Action',
    for: 'editor',
  },
  { id: 'help', label: 'Keyboard shortcuts', run: onHelp, group: 'Action', note: '?', for: 'editor' },
  { id: 'sign-out', label: 'Sign out', run: () => void signOut(), group: 'Action', for: 'viewer' },
]

function isDark(): boolean {
  const theme = storedTheme()
  return theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}
