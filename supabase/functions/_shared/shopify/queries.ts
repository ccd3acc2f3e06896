/** Fields of a product as the specification lists them (3); `availableForSale` keeps a sold-out product from being offered. */
const PRODUCT = `
  id
  title
  description(truncateAt: 500)
  handle
  productType
  vendor
  tags
  availableForSale
  createdAt
  updatedAt
  publishedAt
  priceRange {
    minVariantPrice { amount currencyCode }
    maxVariantPrice { amount currencyCode }
  }`

const IMAGES = (first: number) => `images(first: ${first}) { edges { node { id url altText } } }`

/** `quantityAvailable` needs a scope that many public tokens lack: the store then leaves it null beside an error. */
const VARIANTS = (first: number) => `variants(first: ${first}) {
    edges {
      node {
        id
        title
        price { amount currencyCode }
        compareAtPrice { amount currencyCode }
        availableForSale
        quantityAvailable
      }
    }
  }`

const COLLECTIONS = (first: number) => `collections(first: ${first}) { edges { node { id title handle description } } }`

/** How much of each product is asked for (specification, 9). */
const SIMPLE = `${PRODUCT}
  ${IMAGES(1)}
  ${VARIANTS(1)}`
const FULL = `${PRODUCT}
  ${IMAGES(2)}
  ${VARIANTS(3)}
  ${COLLECTIONS(2)}`
const WHOLE = `${PRODUCT}
  ${IMAGES(10)}
  ${VARIANTS(100)}
  ${COLLECTIONS(2)}`

const page = (fields: string) => `
    edges { cursor node { ${fields} } }
    pageInfo { hasNextPage endCursor }`

const products = (fields: string) => `query Products($first: Int!, $after: String) {
  shop { name }
  products(first: $first, after: $after) {${page(fields)}
  }
}`

const collectionProducts = (
  fields: string,
) => `query CollectionProducts($handle: String!, $first: Int!, $after: String) {
  shop { name }
  collection(handle: $handle) {
    id
    title
    handle
    description
    products(first: $first, after: $after) {${page(fields)}
    }
  }
}`

export const QUERIES = {
  productsSimple: products(SIMPLE),
  productsFull: products(FULL),
  collectionProductsSimple: collectionProducts(SIMPLE),
  productByHandle: `query ProductByHandle($handle: String!) {
  shop { name }
  product(handle: $handle) { ${WHOLE} }
}`,
  collections: `query Collections($first: Int!) {
  collections(first: $first) {
    edges {
      node {
        id
        title
        handle
        description
        products(first: 20) { edges { node { id title handle } } }
      }
    }
  }
}`,
} as const
