import { Dialog } from '@base-ui/react/dialog'
import type { StaffRole } from '../session/rights.ts'
import * as styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** The sidebar of a phone, over the screen. */
export const Drawer = ({ email, role, onClose }: { email: string; role: StaffRole; onClose: () => void }) => (
  <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup className={styles.drawer} aria-label="Menu">
        <Sidebar email={email} role={role} onFollow={onClose} />
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
