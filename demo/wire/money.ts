/** Cents as the decimal text that feeds carry. */
export const decimal = (cents: number): string => (cents / 100).toFixed(2)

/** A product page of the merchant, not tracked. */
export const productPage = (slug: string, sku: string): string => `https://www.${slug}.example/p/${sku.toLowerCase()}`

export const productImage = (slug: string, sku: string): string =>
  `https://images.${slug}.example/${sku.toLowerCase()}.jpg`
