import { productTables } from '#site/features/offer/product-tables.ts'
import type { ShopQuery } from '#site/ssr/data/query.ts'
import type { DropPage } from './drop-page.ts'
import type { DropList } from './price-drop-parameters.ts'

/** Products whose price fell below its thirty-day low, as our own readings prove and their shops let us say. */
export const dropsQuery = (list: DropList): ShopQuery<DropPage> => ({
  key: `price-drops ${JSON.stringify(list)}`,
  tables: productTables,
  // What reads is brought in when it is asked: on the server at once, in a browser when a visitor tries again.
  read: async (client) => {
    const { readDrops } = await import('./parts/read-price-drops.ts')
    return readDrops(client, list)
  },
})
