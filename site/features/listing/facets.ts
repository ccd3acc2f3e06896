export interface FacetValue {
  value: string
  products: number
}

/** Values of one facet that a page lists: longer lists end with the largest of them. */
export const facetSize = 40
