import type pg from 'pg'
import { feedErrors } from '../errors.ts'

/** A merchant's feed as a file names it. */
export interface FeedKey {
  programmeId: string
  feedId: string
  merchantName: string
}

export interface NewFeed extends FeedKey {
  id: string
}

export interface FeedIds {
  /** Our id, or undefined for a feed that this run is the first to name. */
  find(key: FeedKey): string | undefined
  /** As `find`, for a list of which no row is at hand: it does not count as asked for. */
  idOf(key: Pick<FeedKey, 'programmeId' | 'feedId'>): string | undefined
  /** Every feed that is known or reserved. */
  all(): { id: string; programmeId: string; feedId: string }[]
  /** Gives a new feed an id. Its row is written together with its products. */
  reserve(key: FeedKey): Promise<string>
  /** Every feed that was asked for. */
  seen: Set<string>
  created: NewFeed[]
}

/** A file of one network's programmes has some hundred feeds; ten thousand means the columns are shifted. */
const MAX_FEEDS = 10_000

/** Knows the network's feeds and reserves ids for new ones, without writing anything that a cancelled run would leave. */
export async function loadFeedIds(pool: pg.Pool, networkId: string): Promise<FeedIds> {
  const known = await pool.query<{ id: string; programme: string; feed: string }>(
    `select feeds.id::text, programmes.external_id as programme, feeds.external_id as feed
     from public.feeds
     join public.programmes on programmes.id = feeds.programme_id
     where programmes.network_id = $1`,
    [networkId],
  )
  const ids = new Map(known.rows.map((row) => [keyOf(row.programme, row.feed), row.id]))
  const seen = new Set<string>()
  const created: NewFeed[] = []
  // Rows of one merchant follow one another, so the last answer is nearly always the next one.
  let lastProgramme = ''
  let lastFeed = ''
  let lastId: string | undefined
  return {
    seen,
    created,
    find({ programmeId, feedId }) {
      if (lastId !== undefined && programmeId === lastProgramme && feedId === lastFeed) return lastId
      const id = ids.get(keyOf(programmeId, feedId))
      if (id === undefined) return undefined
      lastProgramme = programmeId
      lastFeed = feedId
      lastId = id
      seen.add(id)
      return id
    },
    all: () =>
      [...ids].map(([key, id]) => {
        const [programmeId = '', feedId = ''] = key.split('\n')
        return { id, programmeId, feedId }
      }),
    idOf: ({ programmeId, feedId }) => ids.get(keyOf(programmeId, feedId)),
    async reserve(key) {
      if (created.length >= MAX_FEEDS) throw feedErrors.tooManyFeeds(MAX_FEEDS)
      const reserved = await pool.query<{ id: string }>(
        `select nextval(pg_get_serial_sequence('public.feeds', 'id'))::text as id`,
      )
      const id = reserved.rows[0]?.id ?? ''
      // Copies of their own: slices would keep a whole piece of the feed in memory.
      const copy = (text: string) => Buffer.from(text).toString()
      const feed = {
        id,
        programmeId: copy(key.programmeId),
        feedId: copy(key.feedId),
        merchantName: copy(key.merchantName),
      }
      ids.set(keyOf(feed.programmeId, feed.feedId), id)
      created.push(feed)
      return id
    },
  }
}

function keyOf(programmeId: string, feedId: string): string {
  return `${programmeId}\n${feedId}`
}
