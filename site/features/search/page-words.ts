import type { Place } from '#domain/places.ts'

/** A page of ours that a query asks for by its name. */
export interface NamedPage {
  path: Place | '/newsletter'
  title: string
  text: string
}

const pages: readonly (NamedPage & { words: readonly string[] })[] = [
  {
    path: '/wallpapers',
    title: 'Phone Wallpapers',
    text: 'Free wallpapers for your phone, to download.',
    words: ['wallpaper', 'wallpapers', 'phone background', 'backgrounds', 'lock screen'],
  },
  {
    path: '/quiz/spirit-animal',
    title: 'Spirit Animal Quiz',
    text: 'A few questions, one animal.',
    words: ['quiz', 'quizzes', 'spirit animal', 'personality test'],
  },
  {
    path: '/contact',
    title: 'Contact',
    text: 'Write to us.',
    words: ['contact', 'contact us', 'customer service', 'support', 'help', 'email', 'e mail address', 'phone number'],
  },
  {
    path: '/newsletter',
    title: 'Newsletter',
    text: 'Join by e-mail, and leave with one click.',
    words: ['newsletter', 'newsletters', 'subscribe', 'unsubscribe', 'mailing list', 'sign up'],
  },
  {
    path: '/me',
    title: 'Saved Items',
    text: 'What you saved and viewed, in this browser.',
    words: [
      'saved',
      'saved items',
      'saved products',
      'wishlist',
      'wish list',
      'favorites',
      'favourites',
      'my account',
      'account',
    ],
  },
  {
    path: '/cart',
    title: 'Cart',
    text: 'Every purchase is completed at the retailer.',
    words: [
      'cart',
      'my cart',
      'basket checkout',
      'checkout',
      'bag checkout',
      'order',
      'my order',
      'track order',
      'orders',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    text: 'What we store about you, and for how long.',
    words: ['privacy', 'privacy policy', 'cookies', 'cookie policy', 'gdpr', 'data protection', 'my data'],
  },
  {
    path: '/terms',
    title: 'Terms & Conditions',
    text: 'The rules of this site.',
    words: ['terms', 'terms and conditions', 'terms of use', 'terms of service', 'conditions'],
  },
  {
    path: '/affiliate-disclosure',
    title: 'Affiliate Disclosure',
    text: 'How we earn from links.',
    words: ['affiliate', 'affiliate disclosure', 'disclosure', 'commission', 'how do you make money'],
  },
  {
    path: '/about',
    title: 'About Us',
    text: 'Who we are and how we choose.',
    words: ['about', 'about us', 'who are you', 'editors', 'team'],
  },
  {
    path: '/faq',
    title: 'Questions & Answers',
    text: 'Shipping, returns and prices are the retailer’s: what that means for you.',
    words: [
      'faq',
      'questions',
      'return policy',
      'return',
      'returns',
      'refund',
      'refunds',
      'shipping',
      'delivery',
      'shipping policy',
      'free shipping',
      'exchange',
      'exchanges',
    ],
  },
  {
    path: '/stores',
    title: 'Stores',
    text: 'Every shop we link to.',
    words: ['stores', 'shops', 'retailers', 'merchants'],
  },
  { path: '/brands', title: 'Brands', text: 'The brands we feature.', words: ['brands', 'all brands', 'designers'] },
  { path: '/blog', title: 'Blog', text: 'Our articles.', words: ['blog', 'articles', 'journal articles', 'magazine'] },
  {
    path: '/deals',
    title: 'Price Drops',
    text: 'Prices that really fell.',
    words: ['deals', 'price drops', 'sale', 'discounts'],
  },
]

/** Small words that say nothing about which page is meant. */
const filler = /\b(?:the|your|a|my|page|site|website|dahlia|please|where|is|are|how|do|i|to|for)\b/g

/** The page that a query names, if it names one and nothing else: "privacy policy" does, "wallpaper glue" does not. */
export function namedPage(query: string): NamedPage | null {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z ]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim()
  const asked = plain(query.slice(0, 100))
  const core = plain(asked.replace(filler, ' '))
  const found = pages.find(({ words }) => words.includes(asked) || (core !== '' && words.includes(core)))
  return found ? { path: found.path, title: found.title, text: found.text } : null
}
