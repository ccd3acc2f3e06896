import type { FunctionContext, FunctionHandler } from '../_shared/context.ts'
import { storeConfig } from '../_shared/shopify/config.ts'
import { methodRefused, shopifyFailure } from '../_shared/shopify/reply.ts'

/** POST → { domain, accessToken }: where the store is, with its public token. Nothing else is ever sent. */
export default {
  fetch(request: Request, { settings }: Pick<FunctionContext, 'settings'>) {
    if (request.method !== 'POST') return methodRefused()
    try {
      const { domain, accessToken } = storeConfig(settings)
      return Response.json({ domain, accessToken })
    } catch (error) {
      return shopifyFailure(error)
    }
  },
} satisfies FunctionHandler
