import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Link } from 'react-router'
import * as shell from '../shell/shell.module.css'
import { useLive } from '../shell/use-live.ts'
import * as styles from './notifications.module.css'
import { notifications } from './notifications-query.ts'

/** The way to what waits, with how much of it is unread. */
export function Bell() {
  const isLive = useLive('notifications')
  const { data } = useQuery(notifications(isLive))
  const unread = data?.unread ?? 0
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <Link
      to="/notifications"
      className={`${shell.toggle} ${styles.bell}`}
      data-always=""
      title={label}
      aria-label={label}
    >
      <BellIcon size={18} strokeWidth={1.6} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
