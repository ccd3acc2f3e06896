import { vi } from 'vitest'

interface Limits {
  timeout?: number
  interval?: number
}

/**
 * Looks again and again until nothing is thrown, and returns what the look returned. What it waits for comes in
 * milliseconds; the limit is for a machine that does a lot else, and only a test that fails waits that long.
 */
export function eventually<T>(
  look: () => T | Promise<T>,
  { timeout = 30_000, interval = 50 }: Limits = {},
): Promise<T> {
  return vi.waitFor(look, { timeout, interval })
}
