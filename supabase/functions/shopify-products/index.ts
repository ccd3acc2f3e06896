import { z } from 'zod'
import type { FunctionContext, FunctionHandler } from '../_shared/context.ts'
import { storeConfig } from '../_shared/shopify/config.ts'
import { methodRefused, shopifyFailure } from '../_shared/shopify/reply.ts'
import { createResponseCache } from '../_shared/shopify/response-cache.ts'
import { readCollections, readProduct, readProducts, type StorefrontDeps } from '../_shared/shopify/storefront.ts'
import { createUpstreamBudget } from '../_shared/shopify/upstream-budget.ts'

/** A handle as Shopify makes them: letters and digits of any script, dashes, underscores. */
const handle = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{M}\p{N}_-]{1,255}$/u, 'must be a handle, such as new-jewelry')
/** The API's own limit; the answer is bounded by bytes as well. */
const limit = z.int().min(1).max(250)

const question = z.discriminatedUnion('read', [
  z.object({
    read: z.literal('products'),
    collection: handle.optional(),
    limit: limit.optional(),
    after: z.string().max(500).optional(),
    useSimpleQuery: z.boolean().optional(),
  }),
  z.object({ read: z.literal('product'), handle }),
  z.object({ read: z.literal('collections'), limit: limit.optional() }),
])
type Question = z.output<typeof question>

/** Bytes: a handle, a limit and a cursor. */
const MAX_BODY = 4096

const kept = createResponseCache()
const spend = createUpstreamBudget()

/**
 * POST { read: 'products', collection?, limit?, after?, useSimpleQuery? } → { products, pageInfo, collection }
 * POST { read: 'product', handle } → { product } · POST { read: 'collections', limit? } → { collections }
 * Reads the store on the server, because pages of this site talk to their own origin only.
 */
export default {
  async fetch(request: Request, ctx: Pick<FunctionContext, 'settings' | 'clientAddress' | 'fetch' | 'log'>) {
    if (request.method !== 'POST') return methodRefused()
    const asked = question.safeParse(await bodyOf(request))
    if (!asked.success) {
      return Response.json({ error: z.prettifyError(asked.error), code: 'bad_request' }, { status: 400 })
    }
    try {
      const store = storeConfig(ctx.settings)
      const key = JSON.stringify([store.domain, store.apiVersion, asked.data])
      const body = await kept(key, async () => {
        spend(ctx.clientAddress)
        return JSON.stringify(await read({ store, fetch: ctx.fetch, log: ctx.log }, asked.data))
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    } catch (error) {
      return shopifyFailure(error)
    }
  },
} satisfies FunctionHandler

async function read(deps: StorefrontDeps, asked: Question): Promise<object> {
  switch (asked.read) {
    case 'products':
      return { ...(await readProducts(deps, asked)), readAt: new Date().toISOString() }
    case 'product':
      return { product: await readProduct(deps, asked.handle), readAt: new Date().toISOString() }
    case 'collections':
      return { collections: await readCollections(deps, asked.limit) }
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAX_BODY) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
