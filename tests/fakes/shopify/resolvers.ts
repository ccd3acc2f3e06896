import { COLLECTIONS, GOODS, type Goods } from './products.ts'

interface PageArguments {
  first?: number | null
  after?: string | null
}

/** Root values of the schema's queries: `graphql` calls the functions with a field's arguments. */
export const rootValue = {
  shop: { id: 'gid://shopify/Shop/1', name: 'Dahlia Test Store', description: null },
  product: ({ handle }: { handle?: string }) => {
    const found = GOODS.find((goods) => goods.handle === handle)
    return found ? productOf(found) : null
  },
  products: (page: PageArguments) => connection(GOODS.map(productOf), page),
  collection: ({ handle }: { handle?: string }) =>
    handle !== undefined && handle in COLLECTIONS ? collectionOf(handle) : null,
  collections: (page: PageArguments) => connection(Object.keys(COLLECTIONS).map(collectionOf), page),
}

function productOf(goods: Goods) {
  const id = 8_000_000_000_000 + GOODS.indexOf(goods)
  const money = (amount = '0.0') => ({ amount, currencyCode: 'USD' })
  const image = (index: number) => ({
    id: `gid://shopify/ProductImage/${id}${index}`,
    url: `/art/skincare-360.webp?v=${index}`,
    altText: null,
    width: 360,
    height: 450,
  })
  const variants = goods.prices.map((amount, index) => ({
    id: `gid://shopify/ProductVariant/${id}${index}`,
    title: goods.prices.length > 1 ? `Size ${index + 1}` : 'Default Title',
    sku: null,
    barcode: null,
    image: null,
    price: money(amount),
    compareAtPrice: goods.compareAt ? money(goods.compareAt) : null,
    availableForSale: goods.inStock,
    currentlyNotInStock: false,
    quantityAvailable: goods.inStock ? 12 : 0,
  }))
  const images = Array.from({ length: goods.images }, (_, index) => image(index))
  return {
    id: `gid://shopify/Product/${id}`,
    handle: goods.handle,
    title: goods.title,
    description: ({ truncateAt }: { truncateAt?: number }) => `${goods.title}, described.`.slice(0, truncateAt),
    productType: goods.productType,
    vendor: goods.vendor,
    tags: goods.tags,
    availableForSale: goods.inStock,
    totalInventory: null,
    onlineStoreUrl: null,
    createdAt: '2026-10-01T08:00:00Z',
    updatedAt: '2026-11-20T06:00:00Z',
    publishedAt: '2026-10-01T08:00:00Z',
    featuredImage: images[0] ?? null,
    priceRange: { minVariantPrice: money(goods.prices[0]), maxVariantPrice: money(goods.prices.at(-1)) },
    compareAtPriceRange: { minVariantPrice: money(), maxVariantPrice: money(goods.compareAt) },
    images: (page: PageArguments) => connection(images, page),
    variants: (page: PageArguments) => connection(variants, page),
    collections: (page: PageArguments) => connection(goods.collections.map(collectionOf), page),
  }
}

function collectionOf(handle: string) {
  return {
    id: `gid://shopify/Collection/${Object.keys(COLLECTIONS).indexOf(handle) + 1}`,
    handle,
    title: COLLECTIONS[handle]?.title ?? '',
    description: () => COLLECTIONS[handle]?.description ?? '',
    image: null,
    onlineStoreUrl: null,
    updatedAt: '2026-11-20T06:00:00Z',
    products: (page: PageArguments) =>
      connection(
        GOODS.filter((goods) => goods.collections.includes(handle)).map((goods) => () => productOf(goods)),
        page,
      ),
  }
}

/** A Relay connection whose cursors are positions. Nodes may be made when they are reached, or a circle would not end. */
function connection<Node>(nodes: readonly (Node | (() => Node))[], { first, after }: PageArguments) {
  if (!first) throw new Error('you must provide one of first or last')
  const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0
  const shown = nodes.slice(start, start + first)
  const cursor = (index: number) => Buffer.from(String(start + index + 1)).toString('base64')
  return {
    edges: shown.map((node, index) => ({ cursor: cursor(index), node })),
    nodes: shown,
    pageInfo: {
      hasNextPage: start + first < nodes.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length > 0 ? cursor(0) : null,
      endCursor: shown.length > 0 ? cursor(shown.length - 1) : null,
    },
  }
}
