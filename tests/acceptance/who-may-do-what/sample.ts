import type { SupabaseClient } from '@supabase/supabase-js'

/** A row to try rights on. */
export interface Sample {
  /** A complete row with its own new key. */
  row(base: Base): Promise<Row> | Row
  key: string[]
  /** An update that shows. */
  change: Row
  /** For rows that no client writes: makes one, and returns what identifies it. */
  make?(service: SupabaseClient, base: Base, editor: SupabaseClient): Promise<Row>
}
export type Row = Record<string, unknown>

/** Rows that others refer to. */
export interface Base {
  merchantId: number
  openMerchantName: string
  closedMerchantName: string
  programmeId: number
  feedId: number
  productId: number
  openProductId: number
  feedRunId: number
  jobRunId: string
  watcherId: string
  newUserId(): Promise<string>
  newProductId(): Promise<number>
}
