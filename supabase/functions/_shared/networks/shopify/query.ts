/** A variant's own price and number; ten are enough to find the cheapest one's list price. */
export const STORE_QUERY = `query StoreProducts($first: Int!, $after: String) {
  shop { name }
  products(first: $first, after: $after, sortKey: ID) {
    edges {
      node {
        id
        title
        description(truncateAt: 5000)
        handle
        productType
        vendor
        availableForSale
        onlineStoreUrl
        featuredImage { url }
        priceRange { minVariantPrice { amount currencyCode } }
        variants(first: 10) {
          edges { node { barcode availableForSale price { amount } compareAtPrice { amount } } }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`
