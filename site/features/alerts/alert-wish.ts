import { isEmail } from '#domain/email.ts'
import { type Post, postFunction } from '#site/ssr/data/post-function.ts'

/** What somebody may be told of: a price they name, the lowest of thirty days, or that it can be bought again. */
export const alertKinds = ['low', 'target', 'stock'] as const
export type AlertKind = (typeof alertKinds)[number]

/** An alert as it is asked for. */
export interface AlertWish {
  email: string
  kind: AlertKind
  /** As typed; of the kind target alone. */
  target: string
  /** Hidden from people: only a machine writes into it. */
  website: string
}

export type AlertErrors = Partial<Record<'email' | 'target', string>>

export type WishResult = { ok: true } | { ok: false; status: number; message: string; errors: AlertErrors }

export const alertTexts = {
  failed: 'We could not take your alert just now. Please try again in a few minutes.',
  incomplete: 'Please look at the marked fields',
  /** Kept with each alert as proof of what was agreed to: the function create-price-alert holds the same words. */
  consent: 'One mail a day at most, about what you asked for; leave with one click in every mail.',
} as const

export function readWish(form: FormData): AlertWish {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const kind = alertKinds.find((it) => it === field('kind')) ?? 'low'
  return { email: field('email').slice(0, 254), kind, target: field('target').slice(0, 20), website: field('website') }
}

/** Dollars and cents as people write them: '$24', '24.50', '24,50', '1,200'; null for anything else. */
export function priceIn(typed: string): number | null {
  // A comma before two last digits stands for a point; thousands have three behind theirs.
  const digits = typed
    .replaceAll(/[$\s]/g, '')
    .replace(/^(\d+),(\d{2})$/, '$1.$2')
    .replaceAll(/,(?=\d{3}(?!\d))/g, '')
  const price = /^\d{1,7}(\.\d{1,2})?$/.test(digits) ? Number(digits) : 0
  return price > 0 ? price : null
}

/** Checks a wish and hands it to the server function, which asks the address to confirm. */
export async function askForAlert(
  post: Post,
  wish: AlertWish,
  { productId, page }: { productId: number; page: string },
): Promise<WishResult> {
  const price = priceIn(wish.target)
  const errors: AlertErrors = {
    ...(isEmail(wish.email) ? {} : { email: 'Please enter a valid email address' }),
    ...(wish.kind === 'target' && price === null ? { target: 'Please name a price, such as 24.50' } : {}),
  }
  if (Object.keys(errors).length > 0) return { ok: false, status: 400, message: alertTexts.incomplete, errors }
  const { ok, status, error, fields } = await postFunction(post, 'create-price-alert', {
    ...{ email: wish.email, product_id: productId, kind: wish.kind, website: wish.website, source_page: page },
    ...(wish.kind === 'target' && { target_price: price }),
  })
  if (ok) return { ok }
  const { email, target_price: target } = fields
  const refused = { ...(email && { email }), ...(target && { target }) }
  // What is refused for a reason is said in the function's words; an outage in ours.
  const message = status < 500 && error ? error : alertTexts.failed
  return { ok: false, status: status < 500 ? status : 503, message, errors: refused }
}
