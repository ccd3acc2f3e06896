import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toast } from '#design/toasts.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { useFollowed } from '../shell/use-live.ts'
import { FeedBadges } from './feed-badges.tsx'
import { type Feed, feeds, useStartFeed } from './feed-queries.ts'
import { isUnderWay } from './feed-state.ts'
import * as styles from './feeds.module.css'

const CARDS = ['awin', 'cj']

/** The cards that update Awin and CJ (specification, B 2). */
export function FeedManagement({ more, children }: { more?: ReactNode; children?: ReactNode }) {
  useFollowed('feed_runs')
  const query = useQuery(feeds)
  return (
    <Section id="feed-management" title="Product Feed Management" more={more}>
      <QueryState query={query} failure="Error loading feeds" empty="There is no feed.">
        {(all) => (
          <ul className={styles.cards}>
            {all
              .filter(({ kind }) => CARDS.includes(kind))
              .map((feed) => (
                <FeedCard key={feed.kind} feed={feed} />
              ))}
          </ul>
        )}
      </QueryState>
      {children}
    </Section>
  )
}

function FeedCard({ feed }: { feed: Feed }) {
  const start = useStartFeed()
  const { kind, title, last, missing } = feed
  const isBusy = start.isPending || (last !== null && isUnderWay(last))
  const update = () =>
    start.mutate(
      { kind, isPreview: false },
      {
        onSuccess: () => toast('success', 'Product feed update triggered successfully'),
        onError: () => toast('error', 'Failed to update product feed'),
      },
    )
  const failure = start.error?.message ?? null
  return (
    <li className={styles.card} aria-label={`${title} updates`}>
      <h3 className={styles.name}>{title}</h3>
      <FeedBadges feed={feed} />
      {missing && <p className={page.soft}>{missing}</p>}
      {failure && failure !== missing && (
        <p className={controls.error} role="alert">
          {failure}
        </p>
      )}
      <p>
        <button
          type="button"
          className={controls.button}
          aria-disabled={isBusy}
          onClick={() => !isBusy && update()}
        >{`Update ${title} feed`}</button>
      </p>
    </li>
  )
}
