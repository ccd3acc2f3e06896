import { directoryQuery } from '#site/features/catalogue/queries.ts'
import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface Store {
  name: string
  /** Our page of it: all that it lists. */
  page: string
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

/** Its products are no offers of the catalogue, and have a page of their own. */
const amazon = (products: number): Store => ({
  ...{ name: 'Amazon', page: '/amazon-deals', website: null, products, newest: null },
  description: 'Products at Amazon, on a page of their own.',
})

/** The shops that have a listed product, by name. */
export const merchantsQuery = (page: number): ShopQuery<StorePage> => ({
  key: `stores ${page}`,
  tables: ['products', 'merchants', 'amazon_products'],
  failure: 'Failed to load the stores',
  read: async (client) => {
    const [found, { entries }, atAmazon] = await Promise.all([
      client.rpc('merchant_directory', {
        page_size: merchantsPerPage + 1,
        page_start: (page - 1) * merchantsPerPage,
        cap: storeCountCap,
      }),
      directoryQuery('merchant').read(client),
      page === 1 ? client.from('amazon_products').select('id', { count: 'exact', head: true }) : null,
    ])
    if (atAmazon) unwrap<unknown>(atAmazon)
    const rows = unwrap(found) ?? []
    const known = new Map(entries.map((entry) => [entry.name, entry]))
    const stores = rows.slice(0, merchantsPerPage).map(({ name, website, description, products, newest }): Store => {
      const { slug, items = products } = known.get(name) ?? {}
      const listed = slug ? `/stores/${slug}` : `/products?${new URLSearchParams({ merchant: name })}`
      return { name, page: listed, website, description, products: items, newest }
    })
    if (atAmazon?.count) stores.push(amazon(atAmazon.count))
    stores.sort((one, other) => one.name.localeCompare(other.name, 'en'))
    return { stores, hasNext: rows.length > merchantsPerPage }
  },
})
