import type { Shape } from '../vocabulary/product-type.ts'

/**
 * Amazon products. They have no price: Amazon lets prices be shown only when they come from its API, so
 * until the operator's account is connected the card says that the price is not known. Links lead to a search there.
 */
export interface SeedAmazonProduct {
  title: string
  category: string
  search: string
  shape: Shape
  colour: string
}

export const AMAZON_PRODUCTS: readonly SeedAmazonProduct[] = [
  {
    title: 'Rose Quartz Face Roller',
    category: 'Skincare',
    search: 'rose quartz face roller',
    shape: 'roller',
    colour: '#e3b3a8',
  },
  {
    title: 'Heatless Curl Satin Set',
    category: 'Hair',
    search: 'satin heatless curling rod',
    shape: 'satin-rod',
    colour: '#c98c86',
  },
  {
    title: 'Ribbed Glass Vase',
    category: 'Home & Decor',
    search: 'ribbed glass vase',
    shape: 'vase',
    colour: '#a9bfcb',
  },
  {
    title: 'Soy Candle in Ceramic',
    category: 'Home & Decor',
    search: 'soy candle ceramic jar',
    shape: 'candle',
    colour: '#e0d2bd',
  },
  {
    title: 'Bamboo Make-Up Brush Set',
    category: 'Makeup',
    search: 'bamboo makeup brush set',
    shape: 'brushes',
    colour: '#d3bd9f',
  },
  {
    title: 'Woven Straw Tote',
    category: 'Fashion',
    search: 'woven straw tote bag',
    shape: 'basket',
    colour: '#cf9f4f',
  },
  {
    title: 'Insulated Water Bottle',
    category: 'Fitness',
    search: 'insulated water bottle 24 oz',
    shape: 'flask',
    colour: '#9aa58a',
  },
  { title: 'Cork Yoga Mat', category: 'Fitness', search: 'cork yoga mat', shape: 'mat', colour: '#b98f63' },
  {
    title: 'Linen Cushion Cover',
    category: 'Home & Decor',
    search: 'linen cushion cover',
    shape: 'cushion',
    colour: '#e3b3a8',
  },
  {
    title: 'Stoneware Mug',
    category: 'Home & Decor',
    search: 'stoneware mug handmade style',
    shape: 'mug',
    colour: '#7d9a90',
  },
]

export const amazonImage = (position: number): string => `/demo/finds/${position + 1}.svg`
export const amazonLink = ({ search }: SeedAmazonProduct): string =>
  `https://www.amazon.com/s?${new URLSearchParams({ k: search })}`
