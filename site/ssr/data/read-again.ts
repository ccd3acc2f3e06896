import { browserClient } from './browser-client.ts'
import { type Client, ReadError, type ShopQuery } from './query.ts'
import { createSharedFetch } from './shared-fetch.ts'

/** After a failure so many more attempts (specification, 9). */
const retries = 3

/** Twice the wait before, up to thirty seconds (specification, 9). */
export const retryDelayMs = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Reads a query, and again after a failure unless the failure says that it will last. */
export async function readWithRetries<Data>(query: ShopQuery<Data>, client: Client, wait = pause): Promise<Data> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await query.read(client)
    } catch (error) {
      if (failures >= retries || (error instanceof ReadError && error.lasting)) throw error
      await wait(retryDelayMs(failures))
    }
  }
}

const sharedFetch = createSharedFetch({ fetch: (input, init) => fetch(input, init) })

/** Reads a query from the browser: equal requests at the same time, and within five minutes, are sent once. */
export const readAgain = <Data>(query: ShopQuery<Data>): Promise<Data> =>
  readWithRetries(query, browserClient(sharedFetch))
