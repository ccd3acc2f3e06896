import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { unitPrice } from '#site/features/offer/unit-price.ts'
import { availabilityText } from '#site/features/product/availability.ts'
import { rankOffers, reasonFor } from '#site/features/product/best-offer.ts'
import { deliveryText } from '#site/features/product/delivery-text.ts'
import type { ItemOffer } from '#site/features/product/item-offers.ts'
import type { ProductDetail, Variant } from '#site/features/product/queries.ts'

export interface ComparedItem {
  product: ProductDetail
  best: ItemOffer
}

/** One column; of an item that could not be read only its number is known. */
export interface ComparedPlace {
  id: number
  item: ComparedItem | null
}

/** One property of all compared items. */
export interface CompareRow {
  label: string
  /** A cell for each item; a cell may have several lines, and none where nothing is known. */
  cells: string[][]
  /** Not the same for all. */
  differs: boolean
  /** The item that is cheapest by this row, where that is known of all. */
  lowest: number | null
}

export interface ReadItem {
  product: ProductDetail
  offers: readonly ItemOffer[]
  variants: readonly Variant[]
}

/** What stands in the table, by row. A row that nothing is known of is left out. */
export function compareRows(asked: readonly { id: number; read: ReadItem | null }[]): {
  places: ComparedPlace[]
  rows: CompareRow[]
} {
  const items = asked.flatMap(({ read }) => read ?? [])
  const ranked = items.map(({ product, offers }) =>
    rankOffers(offers.length > 0 ? offers : [product], product.currency),
  )
  const compared = items.map(({ product }, index) => ({ product, best: ranked[index]?.[0] ?? product }))
  const each = (cell: (item: ComparedItem) => string | null) => compared.map((item) => lines(cell(item)))
  const prices = compared.map(({ best }) => ({ amount: best.price, kind: best.currency }))
  const units = compared.map(({ best: { price, currency, content } }) => ({
    amount: price !== null && content ? price / content.amount : null,
    // An ounce may be one of weight or of volume: amounts of different units are not held against each other.
    kind: `${currency} ${content?.unit}`,
  }))
  const rows = [
    row(
      'Price',
      each(({ best }) => priceText(best)),
      lowestOf(prices),
    ),
    row(
      'Price by size',
      each(({ best }) => unitPrice(best.price, best.currency, best.content)),
      lowestOf(units),
    ),
    row(
      'Delivery',
      each(({ best }) => deliveryText(best)),
    ),
    row(
      'Availability',
      each(({ best }) => availabilityText(best.availability)),
    ),
    row(
      'Why this shop',
      ranked.map((offers) => lines(reasonFor(offers))),
    ),
    row(
      'Shops',
      ranked.map((offers) => offers.map((offer) => `${offer.merchant}: ${priceText(offer)}`)),
    ),
    row(
      'Size',
      each(({ product }) => product.size),
    ),
    row(
      'Color',
      each(({ product }) => product.colour),
    ),
    row(
      'Also comes in',
      items.map(({ product, variants }) => others(product, variants)),
    ),
    row(
      'Brand',
      each(({ product }) => product.brand),
    ),
    row(
      'Category',
      each(({ product }) => product.category),
    ),
  ]
  // Cells are made of what was read, and then put below their columns.
  const columns = asked.map(({ read }) => (read ? items.indexOf(read) : -1))
  return {
    places: asked.map(({ id }, place) => ({ id, item: compared[columns[place] ?? -1] ?? null })),
    rows: rows
      .filter(({ cells }) => cells.some((cell) => cell.length > 0))
      .map((row) => ({
        ...row,
        cells: columns.map((column) => row.cells[column] ?? []),
        lowest: row.lowest === null ? null : columns.indexOf(row.lowest),
      })),
  }
}

const lines = (text: string | null): string[] => (text ? [text] : [])

const priceText = ({ price, currency, priceWithheld, merchant }: ItemOffer): string =>
  formatPrice(price, currency) ?? (priceWithheld ? `See price at ${merchant}` : priceUnavailable)

const others = (product: ProductDetail, variants: readonly Variant[]): string[] =>
  lines(variants.flatMap(({ id, label }) => (id === product.id ? [] : [label])).join('; '))

function row(label: string, cells: string[][], lowest: number | null = null): CompareRow {
  const texts = new Set(cells.map((cell) => cell.join('\n')))
  return { label, cells, differs: texts.size > 1, lowest }
}

/** Nothing is lowest where an amount is not known, is of another kind, or is shared. */
function lowestOf(amounts: readonly { amount: number | null; kind: string }[]): number | null {
  const known = amounts.flatMap(({ amount }) => amount ?? [])
  if (known.length < Math.max(2, amounts.length) || new Set(amounts.map(({ kind }) => kind)).size > 1) return null
  const low = Math.min(...known)
  return known.filter((amount) => amount === low).length === 1 ? known.indexOf(low) : null
}
