import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { useRole } from '../session/access.ts'
import { AllFeeds } from './all-feeds.tsx'
import { FeedManagement } from './feed-cards.tsx'
import { feeds } from './feed-queries.ts'
import { FeedRow } from './feed-row.tsx'
import * as styles from './feeds.module.css'

// A form's 40 kB, which the screen needs no sooner than one is opened.
const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx').then((it) => ({ default: it.ScheduleDialog })))

/** The shop's supply: what each feed does, when it runs, and what it lacks. */
export function Component() {
  const query = useQuery(feeds)
  const { open, linkTo, close } = useOpenRecord()
  return (
    <>
      <title>Feeds | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Feeds</h1>
        <AllFeeds />
      </div>
      <p className={page.row}>
        <Link className={controls.link} to="/feeds/selections">
          Selections
        </Link>
        {useRole() === 'admin' && (
          <>
            <Link className={controls.link} to="/feeds/credentials">
              Credentials of networks
            </Link>
            <Link className={controls.link} to="/feeds/files">
              Merchants’ own files
            </Link>
          </>
        )}
      </p>
      <FeedManagement />
      <Section
        title="Product Feed Monitor"
        note="Every feed, its newest run and its times"
        more={
          <Link to="/feeds/runs" className={controls.link}>
            All runs
          </Link>
        }
      >
        <QueryState query={query} failure="Error loading feeds" empty="There is no feed.">
          {(all) => (
            <ul className={styles.list}>
              {all.map((feed) => (
                <FeedRow key={feed.kind} feed={feed} scheduleLink={linkTo(feed.kind)} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
      {open && (
        <Suspense>
          <ScheduleDialog kind={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
