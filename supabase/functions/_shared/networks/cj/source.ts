import { readFile } from 'node:fs/promises'
import { type FeedError, networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import { type ClientDependencies, createNetworkClient, type NetworkClient, parseJson } from '../client.ts'
import type { FeedBatch, FeedRow, RejectedRow, Source } from '../network.ts'
import type { Spool } from '../spool.ts'
import type { CjCredentials } from './credentials.ts'
import { mapCjProduct } from './map.ts'
import { OFFSET_ROWS, PAGE_ROWS, PRODUCTS_QUERY } from './query.ts'

const HOST = 'ads.api.cj.com'
/** Click hosts of CJ's family. */
const LINK_HOSTS = ['anrdoezrs.net', 'dpbolvw.net', 'jdoqocy.com', 'kqzyfj.com', 'tkqlhce.com']
/** A thousand products are some two megabytes. */
const PAGE_BYTES = 32 * 1024 * 1024
const PAGE_MS = 2 * 60 * 1000
/** Products come and go while pages are read; under this share of CJ's own count the end was not the end. */
const MIN_SHARE = 0.95
const ADVICE = 'Check the personal access token, and that the company id (CID) is your own'

export const CJ_CLIENT = { name: 'CJ', hosts: [HOST], refusedAdvice: ADVICE }

export interface CjSourceOptions extends ClientDependencies {
  credentials: CjCredentials
  spool: Spool
}

/** All products of the joined programmes, in pages: by offset as far as that reaches, then by CJ's own cursor. */
export function cjSource(options: CjSourceOptions): Source {
  const client = createNetworkClient({ ...options, ...CJ_CLIENT })
  let bytes = 0
  return {
    id: 'cj',
    linkHosts: LINK_HOSTS,
    position: () => bytes,
    async *read(signal) {
      bytes = 0
      let rows = 0
      let total: number | null = null
      let at: PagePlace | null = { offset: 0, page: null }
      for (let index = 0; at !== null; index++) {
        const page = await fetchPage({ client, options, index, place: at, signal })
        bytes += page.bytes
        total ??= page.total
        yield toBatch(page.products, rows)
        rows += page.products.length
        at = placeAfter({ page, rows })
      }
      if (total !== null && rows < total * MIN_SHARE) {
        yield { ...NO_ROWS, failed: [{ name: 'CJ', reason: `it ended after ${rows} of ${total} products` }] }
      } else yield { ...NO_ROWS, completed: 'all' }
    },
  }
}

const NO_ROWS: FeedBatch = { rows: [], rejected: [], repaired: {} }

interface PagePlace {
  offset: number | null
  /** CJ's cursor: opaque. */
  page: string | null
}

interface Page {
  products: unknown[]
  total: number | null
  next: string | null
}

function placeAfter({ page, rows }: { page: Page; rows: number }): PagePlace | null {
  if (page.products.length === 0) return null
  if (rows + PAGE_ROWS <= OFFSET_ROWS) return page.products.length < PAGE_ROWS ? null : { offset: rows, page: null }
  return page.next === null ? null : { offset: null, page: page.next }
}

interface FetchOptions {
  client: NetworkClient
  options: CjSourceOptions
  index: number
  place: PagePlace
  signal: AbortSignal
}

/** A page from the spool, or from CJ. Only one that can be read is kept: CJ answers 200 to what failed. */
async function fetchPage({ client, options, index, place, signal }: FetchOptions): Promise<Page & { bytes: number }> {
  const { credentials, spool } = options
  const part = `page-${index}`
  const kept = await spool.find(part)
  if (kept) {
    const text = await readFile(kept)
    return { ...readPage(JSON.parse(text.toString())), bytes: text.length }
  }
  const { answer, bytes } = await askCj(client, credentials, { limit: PAGE_ROWS, ...place }, signal)
  const page = readPage(answer)
  await spool.keep(part, [bytes], signal)
  return { ...page, bytes: bytes.length }
}

/** One page as CJ answers it; fails where CJ says 200 to what failed. */
export async function askCj(
  client: NetworkClient,
  { accessToken, companyId, websiteId }: CjCredentials,
  place: PagePlace & { limit: number },
  signal: AbortSignal,
): Promise<{ answer: unknown; bytes: Buffer }> {
  const variables = { companyId, pid: websiteId, ...place }
  const bytes = await client.bytes(
    {
      url: `https://${HOST}/query`,
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: PRODUCTS_QUERY, variables }),
      maxBytes: PAGE_BYTES,
      timeoutMs: PAGE_MS,
    },
    signal,
  )
  const answer = parseJson(bytes.toString(), 'CJ')
  const failure = failureIn(answer)
  if (failure) throw failure
  return { answer, bytes }
}

/** GraphQL's errors come with 200, as sentences without codes. */
function failureIn(answer: unknown): FeedError | null {
  const errors = fieldOf(answer, 'errors')
  if (!Array.isArray(errors) || errors.length === 0) return null
  const sentences = errors.map((error) => textOf(fieldOf(error, 'message'))).join(' ')
  if (/authenticat|authoriz|not permitted|forbidden|token/i.test(sentences))
    return networkErrors.refused('CJ', 200, ADVICE)
  if (/rate|limit|throttl|too many/i.test(sentences)) return networkErrors.throttled('CJ', null)
  if (/internal|timeout|unavailable/i.test(sentences)) return networkErrors.serverFailed('CJ', 200)
  return networkErrors.notUnderstood('CJ', 'it did not accept our question')
}

function readPage(answer: unknown): Page {
  const products = fieldOf(fieldOf(answer, 'data'), 'products')
  const list = fieldOf(products, 'resultList')
  if (!Array.isArray(list)) throw networkErrors.notUnderstood('CJ', 'its answer has no list of products')
  const total = fieldOf(products, 'totalCount')
  return {
    products: list,
    total: typeof total === 'number' ? total : null,
    next: textOf(fieldOf(products, 'nextPage')) || null,
  }
}

function toBatch(products: readonly unknown[], before: number): FeedBatch {
  const rows: FeedRow[] = []
  const rejected: RejectedRow[] = []
  for (const [index, product] of products.entries()) {
    const mapped = mapCjProduct(product, before + index + 1)
    if ('reason' in mapped) rejected.push(mapped)
    else rows.push(mapped)
  }
  return { rows, rejected, repaired: {} }
}
