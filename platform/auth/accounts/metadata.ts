import type { Metadata } from './users.ts'

/** Shallow merge; a key that is set to null is removed. */
export function mergeMetadata(current: Metadata | null, change: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}
