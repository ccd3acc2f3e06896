import { setTimeout as delay } from 'node:timers/promises'

/**
 * Answers no sooner than `floorMs`: whether an address is known must not be read from how long the response takes.
 * The floor is well above the work for a known address.
 */
export async function withTimingFloor<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(floorMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
