export interface SourceCount {
  source: string
  products: number
  newest: string | null
}

export interface ProductStatistics {
  /** As the specification has it: Amazon, Awin and CJ together (B 9). */
  all: number
  amazonProducts: number
  awinProducts: number
  cjProducts: number
  shopifyProducts: number
  /** Beside those: Sovrn's, and what was written by hand. */
  others: number
  /** The newest product with a source; null without one. */
  lastUpdated: string | null
}

/** The figures by source, in whatever case a source is written. */
export function statisticsOf(counts: readonly SourceCount[]): ProductStatistics {
  const of = (source: string) =>
    counts.reduce((sum, row) => (row.source.toLowerCase() === source ? sum + row.products : sum), 0)
  const named = { amazon: of('amazon'), awin: of('awin'), cj: of('cj'), shopify: of('shopify') }
  const all = named.amazon + named.awin + named.cj
  const newest = counts.flatMap(({ source, newest }) => (source !== 'hand' && newest ? [newest] : []))
  return {
    all,
    amazonProducts: named.amazon,
    awinProducts: named.awin,
    cjProducts: named.cj,
    shopifyProducts: named.shopify,
    others: counts.reduce((sum, { products }) => sum + products, 0) - all - named.shopify,
    lastUpdated: newest.toSorted().at(-1) ?? null,
  }
}
