import type { Category } from './category.ts'

/** How much is in one offer: what a price per 100 ml, 100 g or ounce is made of. */
export interface ContentAmount {
  /** An exact decimal of at most two places. */
  amount: string
  /** An ounce may be one of weight or of volume: it stays an ounce, and compares with ounces. */
  unit: 'ml' | 'g' | 'oz'
}

/** Where a number of milliliters is what one gets, and not what a flask or a vase holds. */
const CONSUMED: ReadonlySet<Category> = new Set([
  'Beauty',
  'Makeup',
  'Skincare',
  'Hair',
  'Bath & Body',
  'Fragrance',
] satisfies Category[])

/** Every unit as it is written, and what one of it is; fluid ounces have several spellings. */
const UNITS: Record<string, readonly [factor: number, unit: ContentAmount['unit']]> = {
  ml: [1, 'ml'],
  cl: [10, 'ml'],
  l: [1000, 'ml'],
  floz: [29.5735, 'ml'],
  mg: [0.001, 'g'],
  g: [1, 'g'],
  gr: [1, 'g'],
  kg: [1000, 'g'],
  oz: [1, 'oz'],
}

/** Decides for most rows, whose names have no amount, in a tenth of the time. */
const LIKELY = /\d ?(?:fl|[cm]?l|[mk]?gr?|oz)/i
/** Each part is bounded: names are cut at 300 characters before they come here. */
const AMOUNT =
  /(?:(\d{1,2}) ?[x×] ?)?(?<![\d.,a-z])(\d{1,4}(?:[.,]\d{1,3})?) ?(fl\.? ?oz|[cm]?l|[mk]?g|gr|oz)(?![\da-z\u00c0-\u024f])/gi
const PACK = /\bpack of (\d{1,2})\b|\b(\d{1,2})[ -]pack\b/i
/** Several things of several sizes: no one price for an amount. */
const SEVERAL = /\b(?:set|kit|duo|trio|bundle|collection|gift)\b|\d ?(?:ml|g|oz) ?[+&] ?\d/i

/** The amount that size or name tell; null where they tell none, several, or of something that is not used up. */
export function contentAmount({ name, size, category }: Offered): ContentAmount | null {
  if (!CONSUMED.has(category)) return null
  const told = amountIn(size) ?? amountIn(name)
  if (!told || told === 'several' || SEVERAL.test(name)) return null
  const pack = PACK.exec(name)
  const amount = Math.round(told.amount * Number(pack?.[1] ?? pack?.[2] ?? 1) * 100) / 100
  return amount > 0 ? { amount: String(amount), unit: told.unit } : null
}

interface Offered {
  name: string
  size: string
  category: Category
}

interface Told {
  amount: number
  unit: ContentAmount['unit']
}

/** Ounces of a label that names a metric amount as well are that amount again. */
const RANK = { ml: 2, g: 1, oz: 0 } as const

/** "50 ml / 1.7 fl oz" is one amount told twice: the metric one is exact. Two of one unit that differ are several. */
function amountIn(text: string): Told | 'several' | null {
  if (!LIKELY.test(text)) return null
  const [best, ...others] = amountsIn(text).sort((one, other) => RANK[other.unit] - RANK[one.unit])
  if (!best) return null
  return others.some(({ unit, amount }) => unit === best.unit && !isNear(amount, best.amount)) ? 'several' : best
}

/** By exec, because matchAll takes ten times as long, for each row of a feed. */
function amountsIn(text: string): Told[] {
  const told: Told[] = []
  AMOUNT.lastIndex = 0
  for (let found = AMOUNT.exec(text); found; found = AMOUNT.exec(text)) {
    const [, times, number = '', written = ''] = found
    const [factor, unit] = UNITS[written.toLowerCase()] ?? UNITS.floz ?? []
    if (factor && unit) told.push({ amount: Number(times ?? 1) * Number(number.replace(',', '.')) * factor, unit })
  }
  return told
}

/** Ounces on labels are rounded. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 0.05 * other
