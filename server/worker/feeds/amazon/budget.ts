import { AMAZON_HOST, ITEMS_A_CALL } from '../../../../supabase/functions/_shared/networks/amazon/get-items.ts'
import type { CallBudget } from '../metered-fetch.ts'

/** What an account starts with is 8,640 calls a day and one a second; the rest is for tests of the credentials. */
export const AMAZON_BUDGET: CallBudget = {
  ...{ network: 'amazon', name: 'Amazon', host: AMAZON_HOST },
  ...{ mostADay: 8600, apartMs: 1000 },
}

/** The most that one run finds items with: known prices come before new items. */
export const FIND_CALLS = 800

const HOURS = 24
/** Items whose prices the day's calls keep younger than a day, when one hour of it is lost. */
export const KEPT_ITEMS = Math.floor(((AMAZON_BUDGET.mostADay - FIND_CALLS) / HOURS) * (HOURS - 1)) * ITEMS_A_CALL

/** Calls of one hour: the day's that are left, spread evenly over its hours. */
export function shareOfHour(left: number, hour: number): number {
  return Math.ceil(left / (HOURS - hour))
}
