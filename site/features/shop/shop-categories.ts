/** A category of the shop that shows a collection of the hosted store, or what the catalogue has of its kind. */
export interface RemoteCategory {
  kind: 'remote'
  /** Its handle in the store; without a store, the kind of the catalogue's products that are shown. */
  collection: 'new-jewelry' | 'beauty' | 'fashion'
  title: string
  description: string
  art: string
  mobileOptimized: boolean
}

/** A product whose facts are written here; its shop sells it elsewhere. */
export interface StaticProduct {
  name: string
  /** In dollars. */
  price: number
  url: string
  merchant: string
  /** Name of the image in demo/images/shop. */
  image: string
}

export interface StaticCategory {
  kind: 'static'
  title: string
  description: string
  art: string
  products: readonly [StaticProduct, StaticProduct]
  /** What else of the catalogue belongs beside them. */
  search: string
}

export const shopCategories: Record<string, RemoteCategory | StaticCategory> = {
  'new-jewelry': {
    kind: 'remote',
    collection: 'new-jewelry',
    title: 'New Jewelry',
    description: 'Hoops, chains and rings, the newest first: small, warm, and made to be worn every day.',
    art: 'jewelry',
    mobileOptimized: true,
  },
  beauty: {
    kind: 'remote',
    collection: 'beauty',
    title: 'Beauty',
    description: 'The short beauty shelf: what we would pack first, and finish first.',
    art: 'beauty-wide',
    mobileOptimized: true,
  },
  fashion: {
    kind: 'remote',
    collection: 'fashion',
    title: 'Fashion',
    description: 'Pieces that get on with everything you already own.',
    art: 'fashion',
    mobileOptimized: true,
  },
  balms: {
    kind: 'static',
    title: 'Lip Balms & Treatments',
    description: 'For lips that talk all day: a butter for the bag, and a mask for the night.',
    art: 'balms',
    products: [
      {
        name: 'Lip Butter Balm',
        price: 24,
        url: 'https://www.maison-calla.example/p/lip-butter-balm',
        merchant: 'Maison Calla',
        image: 'lip-butter-balm',
      },
      {
        name: 'Sleeping Mask',
        price: 24,
        url: 'https://www.northlight-beauty.example/p/sleeping-mask',
        merchant: 'Northlight Beauty',
        image: 'sleeping-mask',
      },
    ],
    search: 'lip balm',
  },
  body: {
    kind: 'static',
    title: 'Body Care',
    description: 'A rich cream for the dry months, and a light lotion for every other morning.',
    art: 'body',
    products: [
      {
        name: 'Body Cream',
        price: 48,
        url: 'https://www.maison-calla.example/p/body-cream',
        merchant: 'Maison Calla',
        image: 'body-cream',
      },
      {
        name: 'Body Lotion',
        price: 25,
        url: 'https://www.wren-and-fig.example/p/body-lotion',
        merchant: 'Wren & Fig',
        image: 'body-lotion',
      },
    ],
    search: 'body cream',
  },
  fragrance: {
    kind: 'static',
    title: 'Fragrance',
    description: 'Two scents that could not be less alike: citrus bark by day, amber after dark.',
    art: 'fragrance-wide',
    products: [
      {
        name: 'Cologne',
        price: 155,
        url: 'https://www.maison-calla.example/p/cologne',
        merchant: 'Maison Calla',
        image: 'cologne',
      },
      {
        name: 'Eau de Parfum',
        price: 168,
        url: 'https://www.northlight-beauty.example/p/eau-de-parfum',
        merchant: 'Northlight Beauty',
        image: 'eau-de-parfum',
      },
    ],
    search: 'eau de parfum',
  },
  sets: {
    kind: 'static',
    title: 'Gift & Value Sets',
    description: 'More for less, and already wrapped: sets that are worth more than the sum of their minis.',
    art: 'sets',
    products: [
      {
        name: 'Pillow Talk Set',
        price: 69,
        url: 'https://www.northlight-beauty.example/p/pillow-talk-set',
        merchant: 'Northlight Beauty',
        image: 'pillow-talk-set',
      },
      {
        name: 'Mini Kit',
        price: 74,
        url: 'https://www.wren-and-fig.example/p/mini-kit',
        merchant: 'Wren & Fig',
        image: 'mini-kit',
      },
    ],
    search: 'gift set',
  },
}

/** Looked up whatever the case; null for a category that there is not. */
export function findShopCategory(name: string): { slug: string; category: RemoteCategory | StaticCategory } | null {
  const slug = name.toLowerCase()
  const category = Object.hasOwn(shopCategories, slug) ? shopCategories[slug] : undefined
  return category ? { slug, category } : null
}
