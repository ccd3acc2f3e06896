/** Settings and tiles of the demo home page. */
export const HOMEPAGE = {
  hero_title: 'Skin, in full bloom',
  hero_subtitle:
    'Serums, balms and small rituals, gathered from the shops that sell them. Every list says when its prices were read.',
  hero_button_text: 'Browse Skincare Deals',
  hero_background_image: null,
  hero_badge_text: 'Premium Skincare Products',
} as const

export interface SeedCollection {
  title: string
  subtitle: string
  path: string
  /** Name of the picture in demo/images/collections. */
  picture: string
}

export const COLLECTIONS: readonly SeedCollection[] = [
  { title: 'New Arrivals', subtitle: 'What came in lately', path: '/new', picture: 'new-arrivals' },
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
