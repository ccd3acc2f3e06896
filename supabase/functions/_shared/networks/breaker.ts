import { networkErrors } from '../errors.ts'

/** Leaves a host alone for a while that failed again and again. Fed by failures that can pass, and by nothing else. */
export interface Breaker {
  /** Fails, with until when, while the host is left alone. */
  check(host: string, network: string): void
  failed(host: string): void
  worked(host: string): void
}

/** Requests that failed in a row, each tried three times. */
const MOST_FAILURES = 3
const REST_MS = 10 * 60 * 1000

export function createBreaker(now: () => number = Date.now): Breaker {
  const hosts = new Map<string, { failures: number; until: number }>()
  return {
    check(host, network) {
      const left = (hosts.get(host)?.until ?? 0) - now()
      if (left > 0) throw networkErrors.resting(network, new Date(now() + left), left)
    },
    failed(host) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1
      // After a rest one more failure is enough.
      hosts.set(host, { failures, until: failures >= MOST_FAILURES ? now() + REST_MS : 0 })
    },
    worked: (host) => void hosts.delete(host),
  }
}
