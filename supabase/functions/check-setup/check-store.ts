import { z } from 'zod'
import type { FunctionContext } from '../_shared/context.ts'
import { type StoreConfig, storeConfig } from '../_shared/shopify/config.ts'
import { ShopifyError } from '../_shared/shopify/errors.ts'
import { type Found, off, ok, todo } from './found.ts'

const QUERY = '{ shop { name } products(first: 1) { nodes { id title } } }'
const reply = z.object({
  data: z
    .object({ shop: z.object({ name: z.string() }), products: z.object({ nodes: z.array(z.unknown()) }) })
    .nullish(),
  errors: z
    .array(
      z.object({ message: z.string().default(''), extensions: z.object({ code: z.string() }).partial().default({}) }),
    )
    .catch([]),
})
const AGAIN = 'and start the shop again'

/** Asks the store for a product with the token of the settings, and says which part of them is wrong. */
export async function checkStore({ settings, fetch }: Pick<FunctionContext, 'settings' | 'fetch'>): Promise<Found> {
  let store: StoreConfig
  try {
    store = storeConfig(settings)
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error
    if (error.code === 'configuration_not_found') {
      return off(
        'No Shopify store is set. A shop without one is whole; to show one set SHOPIFY_STORE_DOMAIN and SHOPIFY_STOREFRONT_TOKEN.',
      )
    }
    return todo(`${error.message} Correct SHOPIFY_STORE_DOMAIN and SHOPIFY_STOREFRONT_TOKEN, ${AGAIN}.`)
  }
  try {
    const response = await fetch(`https://${store.domain}/api/${store.apiVersion}/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-storefront-access-token': store.accessToken },
      body: JSON.stringify({ query: QUERY }),
    })
    return judge(store, response, await response.text())
  } catch {
    return todo(`${store.domain} could not be reached. Check SHOPIFY_STORE_DOMAIN, ${AGAIN}.`)
  }
}

function judge({ domain, apiVersion }: StoreConfig, response: Response, text: string): Found {
  if (response.status === 401) {
    return todo(
      `${domain} does not know the token. Copy the public Storefront access token into SHOPIFY_STOREFRONT_TOKEN, ${AGAIN}.`,
    )
  }
  if (response.status === 403 || response.status === 404) {
    return todo(
      `${domain} has no Storefront API for this shop (${response.status}). Check SHOPIFY_STORE_DOMAIN and SHOPIFY_API_VERSION, ${AGAIN}.`,
    )
  }
  if (!response.ok) return todo(`${domain} answered with ${response.status}. Try again in a few minutes.`)
  const parsed = reply.safeParse(parseJson(text))
  if (!parsed.success)
    return todo(`${domain} answered with something else than the Storefront API. Check SHOPIFY_STORE_DOMAIN, ${AGAIN}.`)
  const { data, errors } = parsed.data
  const [failure] = errors
  if (failure && (failure.extensions.code === 'ACCESS_DENIED' || /access denied/i.test(failure.message))) {
    const [right = 'unauthenticated_read_product_listings'] = /unauthenticated_\w+/.exec(failure.message) ?? []
    return todo(`The token lacks the right ${right}. Give it in the store’s settings of its Storefront API.`)
  }
  if (!data) return todo(`${domain} refused the question: ${failure?.message.slice(0, 300) || 'it gave no reason'}.`)
  const served = response.headers.get('x-shopify-api-version')
  if (served && served !== apiVersion) {
    return todo(
      `${domain} no longer serves the API version ${apiVersion} and answers as ${served}. Set SHOPIFY_API_VERSION=${served}, ${AGAIN}.`,
    )
  }
  if (data.products.nodes.length === 0) {
    return todo(
      `${data.shop.name} answers, but shows no product. Publish products to the sales channel that the token belongs to.`,
    )
  }
  return ok(`${data.shop.name} (${domain}) answers as version ${apiVersion} and shows its products.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
