/** What the fake store sells, in Shopify's terms, with what real stores have: no image, no vendor, sold out. */
export interface Goods {
  handle: string
  title: string
  productType: string
  vendor: string
  tags: string[]
  /** Decimal texts, as the API writes them. */
  prices: string[]
  compareAt?: string
  images: number
  inStock: boolean
  collections: string[]
}

export const COLLECTIONS: Record<string, { title: string; description: string }> = {
  'new-jewelry': { title: 'New Jewelry', description: 'Hoops, chains and rings' },
  beauty: { title: 'Beauty', description: 'Small luxuries' },
  fashion: { title: 'Fashion', description: '' },
  swim: { title: 'Swim', description: 'For the water' },
}

export const GOODS: Goods[] = [
  ...Array.from({ length: 24 }, (_, index) => ({
    handle: `gold-hoops-${index + 1}`,
    title: `Gold Hoop Earrings No. ${index + 1}`,
    productType: 'Jewelry',
    vendor: index % 2 ? 'Ines Corvo' : 'Paloma Vey',
    tags: ['gold', 'everyday'],
    prices: [`${18 + index}.50`, `${24 + index}.0`],
    compareAt: '60.0',
    images: 3,
    inStock: true,
    collections: ['new-jewelry', 'fashion'],
  })),
  {
    handle: 'no-image-balm',
    title: 'Balm without an image',
    productType: 'Lip Care',
    vendor: '',
    tags: [],
    prices: ['12.0'],
    images: 0,
    inStock: true,
    collections: ['beauty'],
  },
  {
    handle: 'sold-out-serum',
    title: 'Sold out serum <b>&amp;</b> more',
    productType: '',
    vendor: 'Velloa',
    tags: ['serum'],
    prices: ['48.0'],
    images: 1,
    inStock: false,
    collections: [],
  },
  {
    handle: 'été-bikini',
    title: 'Été two-piece',
    productType: 'Clothing',
    vendor: 'Arden Coast',
    tags: ['Bikini'],
    prices: ['75.0'],
    images: 1,
    inStock: true,
    collections: ['swim', 'fashion'],
  },
]
