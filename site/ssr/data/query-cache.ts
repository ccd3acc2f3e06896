import { QueryClient } from '@tanstack/react-query'
import { browserShop } from './browser-client.ts'
import { ReadError, type ShopQuery } from './query.ts'

const minuteMs = 60_000

export const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

/** Three times, unless the failure says that it will last. */
const retry = (failures: number, error: Error): boolean =>
  failures < 3 && !(error instanceof ReadError && error.lasting)

/** The specification's defaults: unused entries kept 5 minutes, 3 retries, back-off capped at 30 seconds. */
export const queryDefaults = { gcTime: 5 * minuteMs, retry, retryDelay } as const

const cache = new QueryClient({ defaultOptions: { queries: queryDefaults } })

/** Reads a query from the browser, once however many blocks ask for it at the same time. */
export const readAgain = <Data>(query: ShopQuery<Data>): Promise<Data> =>
  cache.fetchQuery({ queryKey: [query.key], queryFn: ({ signal }) => query.read(browserShop(), signal) })
