import { formatPrice } from '#domain/money.ts'

interface Dropped {
  price: number | null
  was?: number | null
  currency: string
}

/**
 * How far a price is below the lowest of the thirty days before it fell: '25% below its earlier 30-day low of $40.00'. Rounded
 * down, so that no drop is told as larger than it is. Null where nothing is proven.
 */
export function dropText({ price, was, currency }: Dropped): string | null {
  const low = formatPrice(was ?? null, currency)
  if (low === null || price === null || !was || price >= was) return null
  // In cents, because 1 - 0.9 is less than a tenth.
  const share = Math.floor((100 * (Math.round(was * 100) - Math.round(price * 100))) / Math.round(was * 100))
  return `${share < 1 ? 'Less than 1%' : `${share}%`} below its earlier 30-day low of ${low}`
}
