import { invalidRange, preconditionFailed } from '../errors.ts'
import { type StorageContext, type StorageParts, urlOf } from '../request-context.ts'
import { judgeConditions, readRange } from './conditions.ts'
import { withCurrentVersion } from './current-version.ts'
import type { ObjectRow } from './object-row.ts'
import { servingHeaders } from './serving-headers.ts'

/** How long the response may be cached: the file's own Cache-Control, or until a signed URL ends. */
export type Freshness = { kind: 'stored' } | { kind: 'until'; time: Date }

/** What is needed of a request. */
type Sending = Pick<StorageParts, 'store'> & { request: Request; url?: URL }

/** Sends a file that was found and may be read: whole or in part, or the news that it has not changed. */
export function serveObject(
  context: StorageContext,
  find: () => Promise<ObjectRow>,
  freshness: Freshness,
): Promise<Response> {
  return withCurrentVersion(context.env, find, (row) =>
    sendObject({ request: context.req.raw, store: context.env.store, url: urlOf(context) }, row, freshness),
  )
}

export async function sendObject(
  { request, url, store }: Sending,
  row: ObjectRow,
  freshness: Freshness,
): Promise<Response> {
  const validators = validatorsOf(row)
  const size = row.metadata?.size ?? 0
  const headers: Record<string, string> = {
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    ...freshnessHeader(row, freshness),
  }
  const verdict = judgeConditions(request.headers, validators)
  if (verdict === 'not-modified') return new Response(null, { status: 304, headers })
  if (verdict === 'failed') throw preconditionFailed()

  Object.assign(
    headers,
    servingHeaders(row.metadata?.mimetype ?? 'application/octet-stream', url?.searchParams.get('download') ?? null),
    row.metadata?.contentEncoding ? { 'content-encoding': row.metadata.contentEncoding } : {},
  )
  if (request.method === 'HEAD') {
    return new Response(null, { headers: { ...headers, 'content-length': String(size) } })
  }
  const range = readRange(request.headers, size, validators)
  if (range === 'unsatisfiable') throw invalidRange()
  const body = await store.read(row.version ?? '', range ?? undefined)
  if (!range) return new Response(body, { headers: { ...headers, 'content-length': String(size) } })
  headers['content-length'] = String(range.end - range.start + 1)
  headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  return new Response(body, { status: 206, headers })
}

export function validatorsOf(row: ObjectRow): { etag: string; lastModified: Date } {
  const lastModified = new Date(row.metadata?.lastModified ?? row.updated_at ?? 0)
  return { etag: row.metadata?.eTag ?? `"${row.id}"`, lastModified }
}

export function freshnessHeader(row: ObjectRow, freshness: Freshness): Record<string, string> {
  if (freshness.kind === 'until') return { expires: freshness.time.toUTCString() }
  return { 'cache-control': row.metadata?.cacheControl ?? 'no-cache' }
}
