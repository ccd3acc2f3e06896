export interface FacetValue {
  value: string
  products: number
}

/** Values of one facet that a page lists: longer lists end with the largest of them. */
export const facetSize = 40

/** What a list and a search call their two switches. */
export const inStockLabel = 'In stock'
export const fallenLabel = 'Price drop'
