import { type Post, postFunction } from '#site/ssr/data/post-function.ts'

/** What became of a newsletter email's link: done, over (wrong, expired or used up), or not just now. */
export type LinkOutcome = 'done' | 'over' | 'unavailable'

export type LinkFunction = 'newsletter-confirm' | 'newsletter-unsubscribe' | 'confirm-price-alert'

/** Does what the link of a newsletter email is for. Only ever called for a press: machines open links, people press. */
export async function followLink(post: Post, name: LinkFunction, token: string): Promise<LinkOutcome> {
  const { ok, status } = await postFunction(post, name, { token })
  if (ok) return 'done'
  return status === 400 || status === 404 ? 'over' : 'unavailable'
}

/** The token, from the address that a newsletter email leads to or from the form that its page shows. */
export async function linkToken(request: Request): Promise<string> {
  const inAddress = new URL(request.url).searchParams.get('token')
  if (inAddress !== null) return inAddress
  return request.method === 'POST' ? String((await request.formData()).get('token') ?? '') : ''
}

export const statusOf = { done: 200, over: 404, unavailable: 503 } as const satisfies Record<LinkOutcome, number>
