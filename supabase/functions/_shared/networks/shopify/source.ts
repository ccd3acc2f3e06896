import { readFile } from 'node:fs/promises'
import { FeedError, networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import type { StoreConfig } from '../../shopify/config.ts'
import { type ClientDependencies, createNetworkClient, type NetworkClient, parseJson } from '../client.ts'
import type { FeedBatch, FeedRow, RejectedRow, Source } from '../network.ts'
import type { Spool } from '../spool.ts'
import { mapStoreProduct, nodesOf } from './map.ts'
import { STORE_QUERY } from './query.ts'

const PAGE_PRODUCTS = 50
const PAGE_BYTES = 16 * 1024 * 1024
const PAGE_MS = 60_000
/** The API pages no deeper. */
const MOST_PRODUCTS = 25_000
/** A store's prices are true for an hour: what was fetched before that is fetched anew. */
const KEPT_MS = 60 * 60 * 1000

export interface ShopifySourceOptions extends ClientDependencies {
  store: StoreConfig
  spool: Spool
  now?(): number
}

/** All products of the store, in the order of their ids. */
export function shopifySource(options: ShopifySourceOptions): Source {
  const { domain, apiVersion } = options.store
  const client = createNetworkClient({
    ...options,
    ...{ name: 'The Shopify store', hosts: [domain] },
    refusedAdvice: 'Check SHOPIFY_STOREFRONT_TOKEN: it is the public token, and must be allowed to read products',
  })
  let bytes = 0
  return {
    id: 'shopify',
    // The store's own addresses, whichever domain it shows.
    linkHosts: null,
    position: () => bytes,
    async *read(signal) {
      bytes = 0
      const versions = new Set<string>()
      let rows = 0
      let after: string | null = null
      for (let index = 0; ; index++) {
        const page = await pageOf({ client, options, index, after, signal })
        bytes += page.bytes
        versions.add(page.version)
        yield toBatch(page, { rows, domain })
        rows += page.products.length
        after = page.next
        if (after === null || rows >= MOST_PRODUCTS) break
      }
      const notes = [...versions]
        .filter((version) => version !== '' && version !== apiVersion)
        .map(
          (version) => `The store answers version ${version} of its API, not ${apiVersion}: set SHOPIFY_API_VERSION.`,
        )
      if (after === null) yield { ...NO_ROWS, notes, completed: 'all' }
      else {
        yield {
          ...NO_ROWS,
          notes,
          failed: [{ name: 'Shopify', reason: `only the first ${rows} products can be read` }],
        }
      }
    },
  }
}

const NO_ROWS: FeedBatch = { rows: [], rejected: [], repaired: {} }

interface Page {
  products: unknown[]
  shopName: string
  /** The cursor of the next; null after the last. */
  next: string | null
  /** Of the API that answered; empty where it did not say. */
  version: string
  bytes: number
}

interface PageOptions {
  client: NetworkClient
  options: ShopifySourceOptions
  index: number
  after: string | null
  signal: AbortSignal
}

async function pageOf(asked: PageOptions): Promise<Page> {
  const { options, index, after, signal } = asked
  const { spool, now = Date.now } = options
  const kept = await spool.find(`page-${index}`)
  if (kept !== null) {
    const found: unknown = JSON.parse(await readFile(kept, 'utf8'))
    const isSame = (fieldOf(found, 'after') ?? null) === after
    if (isSame && now() - Number(fieldOf(found, 'readAt')) < KEPT_MS) return toPage(found)
  }
  const answer = { ...(await ask(asked)), after, readAt: now() }
  const page = toPage(answer)
  await spool.keep(`page-${index}`, [Buffer.from(JSON.stringify(answer))], signal)
  return page
}

/** The store's own answer. One that says the question is too large is asked for less. */
async function ask({ client, options, after, signal }: PageOptions): Promise<{ version: string; text: string }> {
  const { domain, accessToken, apiVersion } = options.store
  for (let first = PAGE_PRODUCTS; ; first = Math.ceil(first / 4)) {
    const answer = await client.request(
      {
        url: `https://${domain}/api/${apiVersion}/graphql.json`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-storefront-access-token': accessToken },
        body: JSON.stringify({ query: STORE_QUERY, variables: { first, after } }),
        maxBytes: PAGE_BYTES,
        timeoutMs: PAGE_MS,
        explain: explainStatus,
      },
      async ({ headers, body }) => {
        const pieces: Uint8Array[] = []
        for await (const piece of body) pieces.push(piece)
        const text = Buffer.concat(pieces).toString()
        return { version: textOf(headers['x-shopify-api-version']), text, tooLarge: tooLargeOf(text) }
      },
      signal,
    )
    if (!answer.tooLarge || first === 1) return { version: answer.version, text: answer.text }
  }
}

/** Statuses that Shopify alone uses so (documentation, "Response codes"). */
function explainStatus(status: number): FeedError | null {
  if (status === 402) return new FeedError('store_frozen', 'The Shopify store is frozen: its bill is not paid.')
  if (status === 404) {
    return new FeedError('no_such_store', 'There is no Shopify store of that name. Check SHOPIFY_STORE_DOMAIN.')
  }
  if (status === 423) return new FeedError('store_locked', 'The Shopify store is locked. Look at its admin.')
  return status === 430 ? networkErrors.throttled('The Shopify store', null) : null
}

/** Throttling comes as an answer like any other; thrown in the reading, it is tried again. */
function tooLargeOf(text: string): boolean {
  const answer = parseJson(text, 'The Shopify store')
  const errors = fieldOf(answer, 'errors')
  const error = Array.isArray(errors) ? errors[0] : null
  const code = textOf(fieldOf(fieldOf(error, 'extensions'), 'code'))
  if (code === 'THROTTLED') throw networkErrors.throttled('The Shopify store', null)
  return code === 'MAX_COST_EXCEEDED' || /complexity|exceeds max/i.test(textOf(fieldOf(error, 'message')))
}

/** Data beside errors is good: a field that the token may not read is left out. */
function toPage(answer: unknown): Page {
  const text = textOf(fieldOf(answer, 'text'))
  const parsed = parseJson(text, 'The Shopify store')
  const data = fieldOf(parsed, 'data')
  const products = fieldOf(data, 'products')
  const info = fieldOf(products, 'pageInfo')
  const shopName = textOf(fieldOf(fieldOf(data, 'shop'), 'name'))
  if (typeof fieldOf(info, 'hasNextPage') !== 'boolean' || shopName === '') {
    const errors = fieldOf(parsed, 'errors')
    const said = textOf(fieldOf(Array.isArray(errors) ? errors[0] : errors, 'message')).slice(0, 200)
    throw networkErrors.notUnderstood('The Shopify store', said || 'its answer has no products')
  }
  const next = fieldOf(info, 'hasNextPage') === true ? textOf(fieldOf(info, 'endCursor')) : null
  if (next === '') throw networkErrors.notUnderstood('The Shopify store', 'its page names no next one')
  const bytes = Buffer.byteLength(text)
  return { products: nodesOf(products), shopName, next, version: textOf(fieldOf(answer, 'version')), bytes }
}

function toBatch({ products, shopName }: Page, { rows: before, domain }: { rows: number; domain: string }): FeedBatch {
  const rows: FeedRow[] = []
  const rejected: RejectedRow[] = []
  for (const [index, product] of products.entries()) {
    const mapped = mapStoreProduct(product, { line: before + index + 1, domain, shopName })
    if ('reason' in mapped) rejected.push(mapped)
    else rows.push(mapped)
  }
  return { rows, rejected, repaired: {} }
}
