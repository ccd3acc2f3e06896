import type { Database } from '#domain/database.types.ts'

export type Network = Pick<
  Database['public']['Tables']['networks']['Row'],
  'id' | 'name' | 'click_hosts' | 'price_max_age'
>
