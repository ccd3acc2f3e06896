import { validationFailed } from '../errors.ts'
import type { Metadata } from './users.ts'

/** Metadata is part of every access token, and a token that is larger than a request's headers locks its owner out. */
const MAX_BYTES = 16_384

/** The metadata itself; refuses what makes a token too large for a header. */
export function fittingMetadata<Given extends Metadata>(metadata: Given): Given {
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES) {
    throw validationFailed('Metadata may have 16 kB at most, because it is part of every access token')
  }
  return metadata
}

/** Shallow merge; a key that is set to null is removed. What holds too much already may be made smaller, never larger. */
export function mergeMetadata(current: Metadata | null, change: Metadata): Metadata {
  const merged = Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
  const adds = Object.values(change).some((value) => value !== null)
  return adds ? fittingMetadata(merged) : merged
}
