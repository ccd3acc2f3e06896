/** Node's timers take 31 bits of milliseconds; a far expiry is looked at again after an hour. */
const MAX_TIMER_MS = 3_600_000

/** Calls `onExpired` when the token that was last named has expired, at once where it has already. `expiresAt` is in seconds since 1970. */
export function createTokenExpiry({ now, onExpired }: { now: () => Date; onExpired: () => void }) {
  let timer: NodeJS.Timeout | undefined

  function watch(expiresAt: number) {
    clearTimeout(timer)
    const leftMs = expiresAt * 1000 - now().getTime()
    if (leftMs > 0) timer = setTimeout(() => watch(expiresAt), Math.min(leftMs, MAX_TIMER_MS))
    else onExpired()
  }

  return { watch, stop: () => clearTimeout(timer) }
}
