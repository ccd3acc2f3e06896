import type { Availability } from '../catalogue/availability.ts'

/** Google's words for stock, in the spellings that networks have for them. */
export function availabilityOfWords(text: string): Availability {
  switch (
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ')
  ) {
    case 'in stock':
    case 'available':
      return 'in_stock'
    case 'out of stock':
    case 'sold out':
      return 'out_of_stock'
    case 'preorder':
    case 'pre order':
      return 'preorder'
    case 'backorder':
    case 'back order':
      return 'backorder'
    default:
      return 'unknown'
  }
}
