/** The featured brands (specification, 2.7): a static list, each with a drawn mark and its own shop. */
export interface Brand {
  slug: string
  name: string
  category: string
  /** One sentence about what it is for. */
  text: string
  url: string
}

export const brands: readonly Brand[] = [
  {
    slug: 'ore-lune',
    name: 'Oré Lune',
    category: 'Beauty',
    text: 'Lip balm and eyeshadow in quiet shades, and care for the hair.',
    url: 'https://www.ore-lune.example/',
  },
  {
    slug: 'fleurette',
    name: 'Fleurette',
    category: 'Beauty',
    text: 'Hand care, hair oils and a little eyeshadow, for mornings with somewhere to be.',
    url: 'https://www.fleurette.example/',
  },
  {
    slug: 'noemie-roux',
    name: 'Noémie Roux',
    category: 'Beauty',
    text: 'Make-up, nail color and hand care, with a perfume to go with them.',
    url: 'https://www.noemie-roux.example/',
  },
  {
    slug: 'lait-and-lin',
    name: 'Lait & Lin',
    category: 'Beauty',
    text: 'Make-up, soap and hair clips that are soft and nothing louder.',
    url: 'https://www.lait-and-lin.example/',
  },
  {
    slug: 'ines-corvo',
    name: 'Ines Corvo',
    category: 'Fashion',
    text: 'Jeans, tops and sunglasses in the colors of late afternoon.',
    url: 'https://www.ines-corvo.example/',
  },
  {
    slug: 'paloma-vey',
    name: 'Paloma Vey',
    category: 'Fashion & Jewelry',
    text: 'Trousers, swimwear and necklaces, with a scarf for the way home.',
    url: 'https://www.paloma-vey.example/',
  },
  {
    slug: 'the-linen-room',
    name: 'The Linen Room',
    category: 'Home & Decor',
    text: 'Candles and baskets for rooms that forgive an afternoon nap.',
    url: 'https://www.the-linen-room.example/',
  },
  {
    slug: 'stillwater',
    name: 'Stillwater',
    category: 'Wellness',
    text: 'Essential oils for a practice that begins on a Tuesday.',
    url: 'https://www.stillwater.example/',
  },
]

export const findBrand = (slug: string): Brand | undefined => brands.find((brand) => brand.slug === slug)
export const brandNamed = (name: string): Brand | undefined => brands.find((brand) => brand.name === name)
