/** Settings and tiles of the demo home page. */
export const HOMEPAGE = {
  hero_title: 'Skin, in full bloom',
  hero_subtitle: 'Serums, balms and small rituals, gathered from shops we trust and priced as they are today.',
  hero_button_text: 'Browse Skincare Deals',
  hero_background_image: null,
  hero_badge_text: 'Premium Skincare Products',
} as const

export interface SeedCollection {
  title: string
  subtitle: string
  path: string
  /** Name of the picture in public/demo/collections. */
  picture: string
}

export const COLLECTIONS: readonly SeedCollection[] = [
  { title: 'New Arrivals', subtitle: 'What came in this week', path: '/new', picture: 'new-arrivals' },
  {
    title: 'The Gift Table',
    subtitle: 'Small things, well chosen',
    path: '/products?category=Gifts',
    picture: 'gifts',
  },
  {
    title: 'A Calm Home',
    subtitle: 'Vases, throws and warm light',
    path: '/products?category=Home%20%26%20Decor',
    picture: 'home',
  },
  {
    title: 'Everyday Gold',
    subtitle: 'Hoops, chains and rings',
    path: '/products?category=Jewelry',
    picture: 'jewelry',
  },
]

export interface SeedWallpaper {
  title: string
  description: string
  /** Name of the picture in public/demo/wallpapers. */
  picture: string
}

export const WALLPAPERS: readonly SeedWallpaper[] = [
  { title: 'First Light', description: 'Pale petals on morning grey', picture: 'first-light' },
  { title: 'Rose Window', description: 'A whole bloom, seen from above', picture: 'rose-window' },
  { title: 'Blush Corner', description: 'Quiet at the top, for the clock', picture: 'blush-corner' },
  { title: 'Midnight Dahlia', description: 'Deep pink on almost black', picture: 'midnight-dahlia' },
  { title: 'Sorbet', description: 'Raspberry and cream', picture: 'sorbet' },
  { title: 'Powder Room', description: 'Lilac, powder and pearl', picture: 'powder-room' },
]
