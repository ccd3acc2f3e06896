import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './notifications.module.css'
import { type Notification, notifications, recordOf, useRead } from './notifications-query.ts'

/** What waits for whoever is signed in: failed jobs, held imports, drafts, messages. The bell above keeps it live. */
export function Component() {
  const query = useQuery({ ...notifications(true), select: ({ rows }) => rows })
  const read = useRead()
  const isAnyUnread = query.data?.some(({ is_read }) => !is_read) ?? false
  return (
    <>
      <title>Notifications | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Notifications</h1>
        <button
          type="button"
          className={controls.button}
          data-quiet=""
          disabled={!isAnyUnread || read.isPending}
          onClick={() => read.mutate({ isRead: true })}
        >
          Mark all as read
        </button>
      </div>
      <Section title="What waits" note="Newest first; what is dealt with leaves the list">
        <QueryState query={query} failure="Error loading notifications" empty="Nothing waits for you.">
          {(rows) => (
            <ul className={styles.list}>
              {rows.map((row) => (
                <Row key={row.id} row={row} onRead={(isRead) => read.mutate({ ids: [row.id], isRead })} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
    </>
  )
}

function Row({ row, onRead }: { row: Notification; onRead: (isRead: boolean) => void }) {
  const { title, created_at, is_read } = row
  return (
    <li data-unread={is_read ? undefined : ''}>
      <Link className={controls.link} to={recordOf(row)} onClick={() => !is_read && onRead(true)}>
        {title}
      </Link>
      <time dateTime={created_at}>{formatAsOf(created_at)}</time>
      <button
        type="button"
        className={controls.link}
        aria-label={`Mark as ${is_read ? 'unread' : 'read'}: ${title}`}
        onClick={() => onRead(!is_read)}
      >
        {is_read ? 'Unread' : 'Read'}
      </button>
    </li>
  )
}
