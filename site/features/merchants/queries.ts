import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface Store {
  name: string
  website: string | null
  description: string | null
  /** Listed products; `storeCountCap + 1` means more than the cap. */
  products: number
  newest: string | null
}

export const merchantsPerPage = 60
export const storeCountCap = 1000

export interface StorePage {
  stores: Store[]
  hasNext: boolean
}

/** The shops that have a listed product, by name. */
export const merchantsQuery = (page: number): ShopQuery<StorePage> => ({
  key: `stores ${page}`,
  tables: ['products', 'merchants'],
  failure: 'Failed to load the stores',
  read: async (shop) => {
    const rows =
      unwrap(
        await shop.rpc('merchant_directory', {
          page_size: merchantsPerPage + 1,
          page_start: (page - 1) * merchantsPerPage,
          cap: storeCountCap,
        }),
      ) ?? []
    return { stores: rows.slice(0, merchantsPerPage), hasNext: rows.length > merchantsPerPage }
  },
})
