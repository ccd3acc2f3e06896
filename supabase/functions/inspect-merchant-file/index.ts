import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { FeedError } from '../_shared/errors.ts'
import { openFeedFile } from '../_shared/feed-file/open.ts'
import { postFunction, Refusal } from '../_shared/http.ts'
import { fetchMerchantFile } from '../_shared/networks/file/fetch-file.ts'
import { inspectFile } from '../_shared/networks/file/inspect.ts'
import { FILE_FIELDS, type FileMapping, REQUIRED_FIELDS } from '../_shared/networks/file/mapping.ts'
import { openSpool } from '../_shared/networks/spool.ts'
import { limitRate } from '../_shared/rate-limit.ts'
import { requireStaff } from '../_shared/staff.ts'

/** Each look fetches the file. */
const LOOKS = { name: 'look at a file', amount: 60, seconds: 3600 } as const
/** The caller waits for it; the import itself takes larger ones. */
const MAX_BYTES = 300 * 1024 * 1024
const TIMEOUT_MS = 100_000

const column = z.string().max(500)

/** A merchant's own file as it lies at its address: columns, first rows, and what a mapping, or our guess, makes of it. */
export default postFunction({
  input: z.object({
    address: z
      .url({ protocol: /^https$/, error: 'An address that begins with https://' })
      .max(2000, 'No address is that long.'),
    mapping: z.partialRecord(z.enum(FILE_FIELDS), column).nullable().default(null),
  }),
  maxBytes: 50_000,
  async run({ address, mapping }, ctx) {
    await limitRate(ctx, LOOKS, await requireStaff(ctx, 'admin'))
    const folder = await mkdtemp(join(tmpdir(), 'dahlia-look-'))
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal }
      const path = await fetchMerchantFile({ address, spool: await openSpool(folder), ...limits })
      const found = await inspectFile(async () => (await openFeedFile({ path, signal })).bytes, named(mapping))
      return { ...found, fields: FILE_FIELDS.map((name) => ({ name, required: REQUIRED_FIELDS.includes(name) })) }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      const isLate = error.code === 'cancelled'
      throw new Refusal(422, isLate ? 'The merchant’s server did not send the file in time.' : error.message)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Without fields that no column was chosen for. */
const named = (mapping: FileMapping | null): FileMapping | null =>
  mapping && Object.fromEntries(Object.entries(mapping).filter(([, name]) => name !== ''))
