import type { Post } from '#site/ssr/data/post-function.ts'
import { type AlertKind, alertKinds } from './alert-wish.ts'

/** One of the alerts of whoever has the link. */
export interface OwnAlert {
  id: string
  kind: AlertKind
  name: string
  productId: number | null
  targetPrice: number | null
  currency: string
  /** False until its address has confirmed it, and once it has come true. */
  isActive: boolean
}

export type OwnAlerts = { state: 'known'; alerts: OwnAlert[] } | { state: 'over' } | { state: 'unavailable' }

/** The alerts behind a link of an alert mail, after ending one of them, or all. */
export async function ownAlerts(post: Post, token: string, remove?: string): Promise<OwnAlerts> {
  try {
    const body = JSON.stringify(remove === undefined ? { token } : { token, remove })
    const response = await post('/functions/v1/manage-price-alerts', body)
    const said: unknown = await response.json().catch(() => null)
    if (response.ok) return { state: 'known', alerts: alertsIn(said) }
    return { state: response.status === 400 || response.status === 404 ? 'over' : 'unavailable' }
  } catch {
    return { state: 'unavailable' }
  }
}

export const statusOf = { known: 200, over: 404, unavailable: 503 } as const satisfies Record<
  OwnAlerts['state'],
  number
>

function alertsIn(said: unknown): OwnAlert[] {
  if (typeof said !== 'object' || said === null || !('alerts' in said) || !Array.isArray(said.alerts)) return []
  return said.alerts.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return []
    const value = (name: string): unknown => Object.entries(row).find(([key]) => key === name)?.[1]
    const kind = alertKinds.find((it) => it === value('kind'))
    if (!kind) return []
    const [id, price] = [value('product_id'), value('target_price')]
    return {
      id: String(value('id')),
      kind,
      name: String(value('name') ?? ''),
      productId: id === null ? null : Number(id),
      targetPrice: price === null ? null : Number(price),
      currency: String(value('currency')),
      isActive: value('status') === 'active',
    }
  })
}
