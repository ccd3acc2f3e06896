import { formatPrice } from '#domain/money.ts'

interface Priced {
  price: number | null
  currency: string
}

export interface PriceChange {
  direction: 'down' | 'up'
  text: string
}

/** 'Down $4.00 since you saved it'. Null where there is nothing to compare: no price, another currency, no change. */
export function priceChange(saved: Priced, now: Priced): PriceChange | null {
  if (saved.price === null || now.price === null || saved.currency !== now.currency) return null
  const cents = Math.round(now.price * 100) - Math.round(saved.price * 100)
  const amount = formatPrice(Math.abs(cents) / 100, now.currency)
  if (cents === 0 || amount === null) return null
  return cents < 0
    ? { direction: 'down', text: `Down ${amount} since you saved it` }
    : { direction: 'up', text: `Up ${amount} since you saved it` }
}
