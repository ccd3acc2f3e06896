import { shopifyErrors } from './errors.ts'

export interface BudgetOptions {
  now?: () => number
  /** Questions to the store that one address may cause in a minute; cached responses cost nothing. */
  perAddress?: number
  /** Of all addresses together: whoever has many asks as one crowd. */
  altogether?: number
  /** Pages are rendered in this process for everybody, so its own address gets more. */
  ownAddress?: number
}

const OWN_ADDRESS = '127.0.0.1'
const WINDOW_MS = 60_000

/** Bounds how often the store is asked: without it, made-up collection names would be passed on without end. */
export function createUpstreamBudget({
  now = Date.now,
  perAddress = 20,
  altogether = 200,
  ownAddress = 120,
}: BudgetOptions = {}) {
  let windowStart = now()
  const spent = new Map<string, number>()
  let visitors = 0

  return function spend(address: string): void {
    if (now() - windowStart >= WINDOW_MS) {
      windowStart = now()
      spent.clear()
      visitors = 0
    }
    const before = spent.get(address) ?? 0
    const isOwn = address === OWN_ADDRESS
    if (before >= (isOwn ? ownAddress : perAddress)) throw shopifyErrors.tooManyRequests()
    if (!isOwn && visitors >= altogether) throw shopifyErrors.tooManyRequests()
    if (!isOwn) visitors += 1
    spent.set(address, before + 1)
  }
}
