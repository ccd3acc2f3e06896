import type { Family } from './families.ts'

/** Bytes. Functions and storage have limits of their own (per function, bucket and project) and stream their bodies. */
const BODY_LIMITS: Partial<Record<Family, number>> = {
  // GoTrue's own.
  auth: 1024 * 1024,
  // A bulk insert; parsed as one JSON document in memory.
  rest: 50 * 1024 * 1024,
  // Broadcast batches over HTTP; 3 MB is hosted Supabase's largest payload.
  realtime: 4 * 1024 * 1024,
}

export function bodyLimit(family: Family): number {
  return BODY_LIMITS[family] ?? Number.POSITIVE_INFINITY
}
