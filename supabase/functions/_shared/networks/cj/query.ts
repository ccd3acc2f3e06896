/** Products of joined programmes; the tests hold it against a schema of the fields. Travel and finance have no price and no stock: only Shopping is read. */
export const PRODUCTS_QUERY = `query Products($companyId: ID!, $pid: ID!, $limit: Int, $offset: Int, $page: String) {
  products(companyId: $companyId, partnerStatus: JOINED, limit: $limit, offset: $offset, page: $page) {
    totalCount
    count
    nextPage
    resultList {
      __typename
      id
      adId
      advertiserId
      advertiserName
      brand
      title
      description
      link
      imageLink
      isDeleted
      price { amount currency }
      effectiveDerivedPrice { amount currency }
      linkCode(pid: $pid) { clickUrl }
      ... on Shopping {
        availability
        gtin
        productType
        itemGroupId
        color
        size
        shipping { price { amount currency } }
      }
    }
  }
}`

/** CJ's usual page; 10,000 at most, which would be 20 MB of JSON in memory at once. */
export const PAGE_ROWS = 1000
/** As far as an offset reaches; from there on CJ hands out cursors. */
export const OFFSET_ROWS = 10_000
