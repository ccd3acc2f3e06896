import type { Department } from './merchants.ts'

/** One kind of thing that shops sell: how it is named, priced and pictured. */
export interface ProductType {
  /** The illustration to draw. */
  shape: Shape
  /** Our category, which the importer must find again from the shop's own words. */
  category: string
  department: Department
  /** The shop's category, as a path or in the shop's own taste. */
  shopCategory: string
  nouns: readonly [string, ...string[]]
  qualifiers: readonly [string, ...string[]]
  price: readonly [low: number, high: number]
  /** What the variants of one product differ in. */
  options: 'soft' | 'warm' | 'deep' | 'lips' | 'metal' | 'volume' | 'clothes' | 'shoes' | 'none'
  /** Sentences of the description. */
  copy: readonly [string, ...string[]]
}

export type Shape =
  | 'lipstick'
  | 'mascara'
  | 'pump-bottle'
  | 'dropper'
  | 'jar'
  | 'tube'
  | 'compact'
  | 'palette'
  | 'polish'
  | 'bottle'
  | 'perfume'
  | 'soap'
  | 'candle'
  | 'diffuser'
  | 'brushes'
  | 'hairbrush'
  | 'clip'
  | 'roller'
  | 'dress'
  | 'top'
  | 'knit'
  | 'trousers'
  | 'skirt'
  | 'bag'
  | 'scarf'
  | 'hat'
  | 'shoes'
  | 'sunglasses'
  | 'swimsuit'
  | 'hoops'
  | 'drops'
  | 'necklace'
  | 'ring'
  | 'bracelet'
  | 'vase'
  | 'throw'
  | 'cushion'
  | 'lamp'
  | 'bowl'
  | 'mug'
  | 'frame'
  | 'basket'
  | 'gift-box'
  | 'book'
  | 'tin'
  | 'mat'
  | 'flask'
  | 'weights'
