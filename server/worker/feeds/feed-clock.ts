import type pg from 'pg'
import { FeedError } from '../../../supabase/functions/_shared/errors.ts'
import { FEED_KINDS } from './feed-kinds.ts'
import { type FeedSettings, feedSettings } from './feed-settings.ts'

/** Starts imports whose time has come, and tells the office what each lacks. */
export async function startDueFeeds(pool: pg.Pool, options: FeedSettings): Promise<void> {
  const lacks: Record<string, string> = {}
  for (const { kind, check } of FEED_KINDS) {
    try {
      await check(await feedSettings(kind, options, pool), pool)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      lacks[kind] = error.message
    }
  }
  await pool.query('select private.start_due_feeds($1)', [JSON.stringify(lacks)])
}
