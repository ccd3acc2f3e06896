import { useEffect, useState } from 'react'
import type { RankedOffers } from '../product-view.ts'
import type { FreshOffers } from './watch-offers.ts'

interface Sent {
  id: number
  currency: string
  ranked: RankedOffers
}

/** The offers as the page was sent with them, or as they were read again since; by code that is fetched after the page. */
export function useFreshOffers({ id, currency, ranked }: Sent): RankedOffers & { news?: string | null } {
  const [fresh, setFresh] = useState<FreshOffers | null>(null)
  const best = ranked.offers[0]
  useEffect(() => {
    let stop: (() => void) | null = null
    let left = false
    const openedAt = Date.now()
    void import('./watch-offers.ts').then(({ watchOffers }) => {
      if (!left) stop = watchOffers({ id, currency, openedAt, sent: best, onRead: setFresh })
    })
    return () => {
      left = true
      stop?.()
    }
  }, [id, currency, best])
  return fresh ?? ranked
}
