import { BRANDS } from '../vocabulary/brands.ts'
import { type ColourName, DEEP, LIPS, METALS, type MetalName, SOFT, WARM } from '../vocabulary/colours.ts'
import { MERCHANTS, type SeedMerchant } from '../vocabulary/merchants.ts'
import { NOUN_SHAPES } from '../vocabulary/noun-shapes.ts'
import type { ProductType, Shape } from '../vocabulary/product-type.ts'
import { PRODUCT_TYPES } from '../vocabulary/products.ts'
import { createRandom, type Random } from './random.ts'

export interface GeneratedProduct {
  index: number
  shape: Shape
  merchant: SeedMerchant
  /** The shop's own id, equal for the same index whatever else changes. */
  sku: string
  /** Equal for the variants of one product. */
  group: string
  name: string
  brand: string
  category: string
  shopCategory: string
  description: string
  priceCents: number
  /** What it cost before, when the shop says so. */
  listCents: number | null
  colour: ColourName | MetalName | null
  size: string | null
  gtin: string
  inStock: boolean
}

export interface GenerateOptions {
  seed: number
  /** 0 is the first edition of the feed; each further one moves some prices. */
  revision?: number
  /** Share of rows whose price the revision moves. */
  changedShare?: number
}

/** Rows of one product: its colours or sizes follow one another, as in real feeds. */
const VARIANTS = 3
/** From here on names carry an invented series, or a million rows would share some ten thousand names. */
const PLAIN_NAMES = 3000

/** Product number `index` of the endless feed that `seed` stands for. */
export function generateProduct(index: number, options: GenerateOptions): GeneratedProduct {
  const { seed, revision = 0, changedShare = 0.12 } = options
  const groupNumber = Math.floor(index / VARIANTS)
  const random = createRandom(seed * 7_919 + groupNumber)
  const type = typeOf(groupNumber)
  const brand = random.pick(BRANDS[type.department])
  const qualifier = random.pick(type.qualifiers)
  const noun = random.pick(type.nouns)
  const series = index < PLAIN_NAMES ? '' : ` ${seriesName(random)}`
  const [low, high] = type.price
  const price = Math.round(low + (high - low) * random.next() ** 1.6)
  const merchant = merchantFor(type, random)
  const variant = variantOf({ type, random, number: index % VARIANTS })
  const own = createRandom(seed * 104_729 + index)
  const baseCents = price * 100 * variant.priceFactor - (random.chance(0.6) ? 0 : 5)
  const onSale = own.chance(0.22)
  const listCents = onSale ? Math.round(baseCents) : null
  const saleCents = onSale ? baseCents * (0.65 + own.next() * 0.25) : baseCents
  const moved = revision > 0 && createRandom(seed + revision * 15_485_863 + index).chance(changedShare)
  const priceCents = Math.max(100, Math.round(moved ? saleCents * (0.8 + (revision % 5) * 0.03) : saleCents))
  return {
    index,
    shape: NOUN_SHAPES[noun] ?? type.shape,
    merchant,
    sku: `${merchant.slug.slice(0, 3).toUpperCase()}-${String(index + 1).padStart(7, '0')}`,
    group: `${merchant.slug.slice(0, 3).toUpperCase()}-G${groupNumber + 1}`,
    name: `${brand}${series} ${qualifier} ${noun}${variant.label ? ` - ${variant.label}` : ''}`,
    brand,
    category: type.category,
    shopCategory: type.shopCategory,
    description: describe({ type, brand, qualifier, noun, random }),
    priceCents,
    listCents,
    colour: variant.colour,
    size: variant.size,
    gtin: gtinOf(index, seed),
    inStock: own.chance(0.93),
  }
}

/** Spreads the kinds evenly, so that even a small feed has every category. */
function typeOf(groupNumber: number): ProductType {
  const type = PRODUCT_TYPES[(groupNumber * 7) % PRODUCT_TYPES.length] ?? PRODUCT_TYPES[0]
  if (!type) throw new Error('The vocabulary has no product types.')
  return type
}

function merchantFor(type: ProductType, random: Random): SeedMerchant {
  const [first, ...rest] = MERCHANTS.filter((merchant) => merchant.departments.includes(type.department))
  return first ? random.pick([first, ...rest]) : MERCHANTS[0]
}

interface Variant {
  label: string
  colour: ColourName | MetalName | null
  size: string | null
  priceFactor: number
}

const CLOTHES: readonly [ColourName, ...ColourName[]] = [...SOFT, ...WARM, ...DEEP]
const COLOUR_LISTS = { soft: SOFT, warm: WARM, deep: DEEP, lips: LIPS, clothes: CLOTHES, shoes: [...WARM, ...DEEP] }
const VOLUMES = ['30 ml', '50 ml', '100 ml']
const CLOTHES_SIZES = ['XS', 'S', 'M', 'L', 'XL']
const EDITIONS = ['', 'Mini', 'Refill']

function variantOf({ type, random, number }: { type: ProductType; random: Random; number: number }): Variant {
  const start = random.between(0, 20)
  const plain = { label: '', colour: null, size: null, priceFactor: 1 }
  switch (type.options) {
    case 'none': {
      const label = EDITIONS[number] ?? ''
      return { ...plain, label, priceFactor: [1, 0.45, 0.8][number] ?? 1 }
    }
    case 'volume': {
      const size = VOLUMES[number] ?? '50 ml'
      return { ...plain, label: size, size, priceFactor: [0.7, 1, 1.6][number] ?? 1 }
    }
    case 'metal': {
      const metals: MetalName[] = ['Gold', 'Silver', 'Rose Gold']
      const colour = metals[number] ?? 'Gold'
      return { ...plain, label: `${METALS[colour] ? colour : ''}`, colour }
    }
    default: {
      const list = COLOUR_LISTS[type.options]
      const colour = list[(start + number * 2) % list.length] ?? list[0] ?? 'Ivory'
      const size = type.options === 'clothes' ? (CLOTHES_SIZES[(start + number) % CLOTHES_SIZES.length] ?? 'M') : null
      return { ...plain, label: size ? `${colour}, ${size}` : colour, colour, size }
    }
  }
}

interface DescribeOptions {
  type: ProductType
  brand: string
  qualifier: string
  noun: string
  random: Random
}

function describe({ type, brand, qualifier, noun, random }: DescribeOptions): string {
  const second = random.pick(type.copy)
  const first = type.copy[0]
  const closing = random.pick([
    'Free returns within 30 days.',
    'Ships in recyclable packaging.',
    'A favourite since the first season.',
    'Made in limited numbers.',
  ])
  const middle = second === first ? '' : ` ${second}`
  const article = qualifier.startsWith('The ') ? '' : 'The '
  return `${article}${qualifier} ${noun} by ${brand}. ${first}${middle} ${closing}`
}

const SYLLABLES = [
  'ma',
  'lo',
  're',
  'vi',
  'ta',
  'sol',
  'ne',
  'dor',
  'lin',
  'ka',
  'bel',
  'fio',
  'ro',
  'sa',
  'ven',
  'mi',
  'tor',
  'ale',
  'cas',
  'ju',
  'el',
  'wyn',
  'ara',
  'bri',
  'cor',
  'del',
  'ish',
  'oma',
] as const

function seriesName(random: Random): string {
  const word = random.pick(SYLLABLES) + random.pick(SYLLABLES) + random.pick(SYLLABLES)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A 13-digit GTIN of the range 20–29, which GS1 keeps for use inside a company: it can never be somebody's product. */
function gtinOf(index: number, seed: number): string {
  const digits = `2${String(seed % 1000).padStart(3, '0')}${String(index).padStart(8, '0').slice(-8)}`
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3)
  return digits + ((10 - (sum % 10)) % 10)
}
