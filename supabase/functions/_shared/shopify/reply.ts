import { ShopifyError } from './errors.ts'

/** How the store's functions say that something failed; what is not theirs to explain is thrown on, and logged. */
export function shopifyFailure(error: unknown): Response {
  if (!(error instanceof ShopifyError)) throw error
  const { code, message, lasting, status } = error
  const reply = Response.json({ error: message, code, lasting }, { status })
  if (status === 429) reply.headers.set('retry-after', '60')
  return reply
}

export const methodRefused = (): Response =>
  Response.json({ error: 'Use POST.', code: 'method_not_allowed' }, { status: 405, headers: { allow: 'POST' } })
