import { RESELLERS } from '../vocabulary/merchants.ts'
import { DEMO_FEED } from './demo-feed.ts'
import { type GeneratedProduct, generateProduct } from './generate-product.ts'
import { createRandom } from './random.ts'

/** A reseller's offer of product n is number n of its own million, so that ids and pictures still tell the product. */
const OWN_NUMBERS = 1_000_000

/** The number of the product that an offer is for. */
export const productNumber = (offer: GeneratedProduct): number => offer.index % OWN_NUMBERS

/** Every row of one edition: 2 is today's, 0 the oldest. */
export function* demoOffers(edition: number): Generator<GeneratedProduct> {
  const { seed, rows } = DEMO_FEED
  const products = Array.from({ length: rows }, (_, index) => generateProduct(index, { seed }))
  for (const offer of [...products, ...products.flatMap(resales)])
    yield { ...offer, priceCents: priceIn(offer, edition), listCents: edition === 2 ? offer.listCents : null }
}

/** Two products in five are sold by one or two more shops, a little cheaper or dearer. */
function resales(product: GeneratedProduct): GeneratedProduct[] {
  const group = createRandom(DEMO_FEED.seed * 31 + Math.floor(product.index / 3))
  const own = createRandom(DEMO_FEED.seed * 37 + product.index)
  const count = group.chance(0.24) ? 1 : group.chance(0.16) ? 2 : 0
  return RESELLERS.filter(({ departments }) => departments.includes(departmentOf(product)))
    .slice(0, count)
    .flatMap((merchant, position) => {
      // Not every shop has every colour.
      if (own.chance(0.1)) return []
      const code = merchant.slug.slice(0, 3).toUpperCase()
      return {
        ...product,
        index: (position + 1) * OWN_NUMBERS + product.index,
        merchant,
        sku: `${code}-${String(product.index + 1).padStart(7, '0')}`,
        group: `${code}-G${Math.floor(product.index / 3) + 1}`,
        priceCents: tidy(product.priceCents * (0.9 + own.next() * 0.22)),
        listCents: null,
        inStock: own.chance(0.95),
      }
    })
}

const departmentOf = ({ merchant: { departments } }: GeneratedProduct) => departments[0] ?? 'beauty'

/**
 * What an offer cost in an edition. Of what each shop has in all its colours and sizes, a sixth came down since the last
 * edition, a tenth before that, some went up, and most stayed. Where a shop claims an old price, that is mostly what it
 * asked before, and sometimes it never was; more it never asked.
 */
function priceIn(offer: GeneratedProduct, edition: number): number {
  const random = createRandom(DEMO_FEED.seed * 53 + offer.index)
  const fate = createRandom(DEMO_FEED.seed * 59 + Math.floor(offer.index / 3)).next()
  const list = offer.listCents ?? Number.POSITIVE_INFINITY
  const higher =
    offer.listCents !== null && random.chance(0.7)
      ? offer.listCents
      : Math.min(list, tidy(offer.priceCents * (1.12 + random.next() * 0.3)))
  const lower = tidy(offer.priceCents * (0.8 + random.next() * 0.12))
  const now = offer.priceCents
  const [first, second] =
    fate < 0.1
      ? [higher, higher]
      : fate < 0.16
        ? [Math.min(list, tidy(higher * 1.1)), higher]
        : fate < 0.28
          ? [higher, now]
          : fate < 0.37
            ? [lower, lower]
            : fate < 0.44
              ? [lower, higher]
              : [now, now]
  return [first, second, now][edition] ?? now
}

/** Shops ask for whole and for ninety-five cents. */
const tidy = (cents: number): number => Math.max(100, Math.round(cents / 100) * 100 - (Math.round(cents) % 2 ? 5 : 0))
