import { resolve } from 'node:path'
import type pg from 'pg'
import type { UnopenedSource } from '../../supabase/functions/_shared/import/run-import.ts'
import { redactUrl } from '../../supabase/functions/_shared/redact-url.ts'
import { type OpenedSource, openSource, type SourceArguments } from './open-source.ts'

export interface WantedSource extends UnopenedSource {
  /** What the record calls it; secrets taken out. */
  name: string
  /** Bytes, for the progress bar; 0 as long as they are not known. */
  size(): number
  /** Deletes what was fetched. */
  discard(): Promise<void>
}

/** What the command names, to be opened once there is a record that tells what fails at it. */
export function wantedSource({ pool, ...args }: Omit<SourceArguments, 'signal'> & { pool: pg.Pool }): WantedSource {
  const { network, feed } = args
  let opened: OpenedSource | null = null
  return {
    id: network,
    name: feed === null ? network : /^https?:\/\//i.test(feed) ? redactUrl(feed) : resolve(feed),
    size: () => opened?.size ?? 0,
    async open(signal) {
      opened = await openSource({ ...args, signal })
      return opened.open(pool, signal)
    },
    discard: async () => opened?.discard(),
  }
}
