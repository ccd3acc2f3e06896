import { formatPrice } from '#domain/money.ts'

/** How much is in an offer, as the import read it from its size or name. */
export interface Content {
  amount: number
  unit: 'ml' | 'g' | 'oz'
}

/** What shelves of the currency's country are labelled by: US shelves by ounces, others by 100 ml and 100 g. */
const labels = {
  dollars: { ml: ['fl oz', 29.5735], g: ['oz', 28.3495], oz: ['oz', 1] },
  others: { ml: ['100 ml', 100], g: ['100 g', 100], oz: ['oz', 1] },
} as const

/** '$12.40 per fl oz', as shelves say it; null where price or content is not known. */
export function unitPrice(price: number | null, currency: string, content: Content | null): string | null {
  if (price === null || !content || content.amount <= 0) return null
  const [unit, size] = labels[currency === 'USD' ? 'dollars' : 'others'][content.unit]
  const shown = formatPrice((price / content.amount) * size, currency)
  return shown && `${shown} per ${unit}`
}
