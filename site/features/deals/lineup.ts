/** One product of the featured lineup (specification, 2.5). */
interface LineupProduct {
  id: string
  image: string
  name: string
  subtitle?: string
  /** As text: it is part of the demo, not read from any shop. */
  price: string
  rating: number
  tags: readonly ('BESTSELLER' | 'NEW' | 'BODY MIST')[]
  link: string
}

export interface Lineup {
  brand: string
  products: readonly LineupProduct[]
}

/**
 * The demo's own cosmetics house, on a domain that belongs to nobody: ratings that nobody gave must not stand beside a
 * brand that exists. An operator puts a real brand's lineup here, with figures that the brand allows.
 */
export const lineup: Lineup = {
  brand: 'Pétale Nord',
  products: [
    {
      id: 'glow-balm',
      image: '/demo/lineup/glow-balm.svg',
      name: 'Glow Lip Balm',
      subtitle: 'Rosehip and shea',
      price: '$25.00',
      rating: 4.8,
      tags: ['BESTSELLER'],
      link: 'https://petale-nord.example/glow-lip-balm',
    },
    {
      id: 'body-mist',
      image: '/demo/lineup/body-mist.svg',
      name: 'Vanille Body Mist',
      subtitle: 'Vanilla bark and sea salt',
      price: '$32.00',
      rating: 4.6,
      tags: ['NEW', 'BODY MIST'],
      link: 'https://petale-nord.example/vanille-body-mist',
    },
    {
      id: 'cream-blush',
      image: '/demo/lineup/cream-blush.svg',
      name: 'Soft Cream Blush',
      price: '$34.00',
      rating: 4.5,
      tags: ['BESTSELLER'],
      link: 'https://petale-nord.example/soft-cream-blush',
    },
    {
      id: 'night-serum',
      image: '/demo/lineup/night-serum.svg',
      name: 'Blue Hour Serum',
      subtitle: 'Squalane and blue tansy',
      price: '$53.00',
      rating: 4.3,
      tags: ['NEW'],
      link: 'https://petale-nord.example/blue-hour-serum',
    },
  ],
}
