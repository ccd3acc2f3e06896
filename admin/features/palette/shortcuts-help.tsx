import { Dialog } from '../../ui/dialog.tsx'
import * as styles from './palette.module.css'

const KEYS = [
  ['Ctrl or ⌘ + K', 'Command palette: screens, records and actions'],
  ['/', 'Search the list'],
  ['Ctrl or ⌘ + S', 'Save the open form'],
  ['Ctrl or ⌘ + B', 'Toggle the sidebar'],
  ['Shift + click', 'Select all rows up to this one'],
  ['Esc', 'Close what is open'],
  ['Alt + T', 'Go to the notifications'],
  ['?', 'This list'],
] as const

export const ShortcutsHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" open onClose={onClose}>
    <dl className={styles.keys}>
      {KEYS.map(([keys, does]) => (
        <div key={keys} style={{ display: 'contents' }}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
