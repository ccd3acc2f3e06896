const words: Record<string, string> = {
  in_stock: 'In stock',
  out_of_stock: 'Sold out',
  preorder: 'Pre-order',
  backorder: 'On back-order',
}

const schema: Record<string, string> = {
  in_stock: 'https://schema.org/InStock',
  out_of_stock: 'https://schema.org/OutOfStock',
  preorder: 'https://schema.org/PreOrder',
  backorder: 'https://schema.org/BackOrder',
}

/** Null where the shop did not tell: a guess would be worse. */
export const availabilityText = (availability: string): string | null => words[availability] ?? null

/** The schema.org address of it, for structured data. */
export const availabilitySchema = (availability: string): string | undefined => schema[availability]
