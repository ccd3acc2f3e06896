import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { FunctionLog } from '../context.ts'
import { type StorefrontCard, toCard } from './card.ts'
import type { StoreConfig } from './config.ts'
import { type ShopifyError, shopifyErrors } from './errors.ts'
import { QUERIES } from './queries.ts'
import { envelope, replies } from './replies.ts'

export interface StorefrontDeps {
  store: StoreConfig
  /** The guarded way out: bounded in size and time, public addresses only. */
  fetch: typeof fetch
  log: FunctionLog
}

export interface ProductsRequest {
  /** Handle of a collection; without one, the store's products. */
  collection?: string | undefined
  limit?: number | undefined
  after?: string | undefined
  useSimpleQuery?: boolean | undefined
}

export interface ProductsPage {
  products: StorefrontCard[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  collection: { title: string; handle: string; description: string } | null
}

export interface StoreCollection {
  id: string
  title: string
  handle: string
  description: string
  products: { id: string; title: string; handle: string }[]
}

/** The specification's limits (9). */
const DEFAULT_PRODUCTS = 20
const DEFAULT_COLLECTIONS = 10
const SIMPLE_UP_TO = 5

/** Shopify's own name for a status that HTTP does not know: the caller looks like a robot. */
const SECURITY_REJECTION = 430

/** Products of the store or of one of its collections; the full query falls back to the simple one when it is too deep. */
export async function readProducts(deps: StorefrontDeps, request: ProductsRequest): Promise<ProductsPage> {
  const { collection, limit: first = DEFAULT_PRODUCTS, after = null, useSimpleQuery = false } = request
  if (collection) return readCollection(deps, { handle: collection, first, after })
  const simple = useSimpleQuery || first <= SIMPLE_UP_TO
  const variables = { first, after }
  const ask = (query: string) => post(deps, { query, variables, reply: replies.products })
  let answer = await ask(simple ? QUERIES.productsSimple : QUERIES.productsFull)
  if (!answer.data && !simple && answer.failure && isTooDeep(answer.failure)) answer = await ask(QUERIES.productsSimple)
  const { products, shop } = dataOf(answer)
  return { ...cards(deps, { page: products, shopName: shop.name }), collection: null }
}

async function readCollection(
  deps: StorefrontDeps,
  variables: { handle: string; first: number; after: string | null },
): Promise<ProductsPage> {
  const query = QUERIES.collectionProductsSimple
  const answer = await post(deps, { query, variables, reply: replies.collectionProducts })
  if (!answer.data && answer.failure && /collection|not found|handle/i.test(answer.failure)) {
    throw shopifyErrors.collectionNotFound(variables.handle)
  }
  const { collection, shop } = dataOf(answer)
  if (!collection) throw shopifyErrors.collectionNotFound(variables.handle)
  const { products, title, handle, description } = collection
  return {
    ...cards(deps, { page: products, shopName: shop.name, collectionTitle: title }),
    collection: { title, handle, description },
  }
}

/** One product with up to 10 images and 100 variants; null when the store has none of that handle. */
export async function readProduct(deps: StorefrontDeps, handle: string): Promise<StorefrontCard | null> {
  const variables = { handle }
  const answer = await post(deps, { query: QUERIES.productByHandle, variables, reply: replies.productByHandle })
  const { product, shop } = dataOf(answer)
  return product && toCard(product, { store: deps.store, shopName: shop.name })
}

export async function readCollections(deps: StorefrontDeps, first = DEFAULT_COLLECTIONS): Promise<StoreCollection[]> {
  const answer = await post(deps, { query: QUERIES.collections, variables: { first }, reply: replies.collections })
  return dataOf(answer).collections
}

interface CardsOptions {
  page: z.output<typeof replies.products>['products']
  shopName: string
  collectionTitle?: string
}

function cards({ store }: StorefrontDeps, { page, shopName, collectionTitle }: CardsOptions) {
  const products = page.products.map((product) => toCard(product, { store, shopName, collectionTitle }))
  return { products, pageInfo: page.pageInfo }
}

interface Question<Data> {
  query: string
  variables: object
  reply: z.ZodType<Data>
}

/** Data as soon as all that is needed is there, even beside errors (a field that the token may not read). */
interface StoreAnswer<Data> {
  data: Data | null
  failure: string | null
}

async function post<Data>(
  deps: StorefrontDeps,
  { query, variables, reply }: Question<Data>,
): Promise<StoreAnswer<Data>> {
  const { domain, accessToken, apiVersion } = deps.store
  const response = await deps
    .fetch(`https://${domain}/api/${apiVersion}/graphql.json`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-shopify-storefront-access-token': accessToken,
      },
      body: JSON.stringify({ query, variables }),
    })
    .catch((error: unknown) => {
      throw unreachable(deps, error)
    })
  if (!response.ok) {
    await response.body?.cancel()
    throw shopifyErrors.requestFailed(statusText(response))
  }
  const served = response.headers.get('x-shopify-api-version')
  if (served && served !== apiVersion) {
    deps.log.warn({ asked: apiVersion, served }, 'the store answers another API version: set SHOPIFY_API_VERSION')
  }
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(deps, error)
  })
  const parsed = envelope.safeParse(parseJson(text))
  if (!parsed.success) throw shopifyErrors.requestFailed('the answer is not a GraphQL reply')
  const data = reply.safeParse(parsed.data.data)
  const failure = parsed.data.errors?.[0]?.message ?? null
  if (!data.success && failure === null) {
    deps.log.warn({ issues: data.error.issues.slice(0, 5) }, 'the store left out fields that were asked for')
    return { data: null, failure: 'The store’s answer lacks fields that were asked for' }
  }
  return { data: data.data ?? null, failure }
}

function dataOf<Data>({ data, failure }: StoreAnswer<Data>): Data {
  if (data === null) throw shopifyErrors.graphql(failure ?? 'Unknown error')
  return data
}

/** Also the wording of graphql-ruby, which the store's API is built on: "Query has depth of 11, which exceeds …". */
const isTooDeep = (message: string): boolean => /MaxDepthReached|complexity|exceeds max depth/i.test(message)

function statusText({ status, statusText: own }: Response): string {
  if (own) return own
  if (status === SECURITY_REJECTION) return 'Shopify Security Rejection'
  return STATUS_CODES[status] ?? `HTTP status ${status}`
}

/** Why a connection failed is the operator's to know, not the visitor's: it would map the network around this machine. */
function unreachable({ log }: StorefrontDeps, error: unknown): ShopifyError {
  log.warn({ err: error }, 'the Shopify store could not be reached')
  return shopifyErrors.requestFailed(isTimeout(error) ? 'timeout' : 'network error')
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || /timeout/i.test(error.message) || isTimeout(error.cause)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
