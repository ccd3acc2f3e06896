const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$24.00'; other currencies keep their own sign. Null and impossible prices have no text: the caller says so in words. */
export function formatPrice(amount: number | null | undefined, currency = 'USD'): string | null {
  if (amount === null || amount === undefined || !Number.isFinite(amount) || amount < 0) return null
  if (currency === 'USD') return dollars.format(amount)
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
  } catch {
    return null // not an ISO 4217 code: a wrong sign would be worse than no price
  }
}

export const priceUnavailable = 'Price unavailable'
