import type pg from 'pg'
import { z } from 'zod'
import { openFeedFile } from '../../../supabase/functions/_shared/feed-file/open.ts'
import { fetchMerchantFile } from '../../../supabase/functions/_shared/networks/file/fetch-file.ts'
import { checkFileMapping } from '../../../supabase/functions/_shared/networks/file/mapping.ts'
import { merchantSlug } from '../../../supabase/functions/_shared/networks/file/merchant-slug.ts'
import { ownFileSource } from '../../../supabase/functions/_shared/networks/file/source.ts'
import type { Source } from '../../../supabase/functions/_shared/networks/network.ts'
import { FEED_KINDS, type FeedContext, type FeedKind } from './feed-kinds.ts'

/** As much as a network's list may be. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024
const TIMEOUT_MS = 60 * 60 * 1000

const stored = z.object({ merchant: z.string(), address: z.string(), mapping: z.record(z.string(), z.unknown()) })
type StoredFile = z.output<typeof stored>

/** The import of this name: one that comes with the shop, or of a merchant's own file that staff have set up. */
export async function findKind(kind: string, pool: Pick<pg.Pool, 'query'>): Promise<FeedKind | null> {
  const known = FEED_KINDS.find((each) => each.kind === kind)
  if (known) return known
  const [, id] = /^file-(\d{1,18})$/.exec(kind) ?? []
  if (id === undefined) return null
  const { rows } = await pool.query('select merchant, address, mapping from public.merchant_files where id = $1', [id])
  if (!rows[0]) return null
  const file = stored.parse(rows[0])
  return { kind, check: () => checkFileMapping(file.mapping), open: (context) => storedFileSource(file, context) }
}

/** Fetched when it is read, so that a run says what it waits for. */
function storedFileSource({ merchant, address, mapping }: StoredFile, context: FeedContext): Source {
  const { spool, fetch, wait, breaker } = context
  let position = () => 0
  return {
    ...{ id: 'file', linkHosts: null, position: () => position() },
    async *read(signal) {
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
      const path = await fetchMerchantFile({ address, spool, fetch, wait, breaker, signal, ...limits })
      const feed = await openFeedFile({ path, signal })
      position = feed.position
      yield* ownFileSource({
        feed,
        mapping: checkFileMapping(mapping),
        merchant: { name: merchant, programmeId: merchantSlug(merchant), feedId: '' },
      }).read(signal)
    },
  }
}
