import type { Place } from '#domain/places.ts'

/** A page of ours that a query asks for by its name. */
export interface NamedPage {
  path: Place | '/newsletter'
  title: string
  text: string
}

interface PageWords extends NamedPage {
  /** One of these words or phrases must be there, in any form: "return" stands for "returns" too. */
  names: readonly string[]
  /** What else may be there. Any other word means something else: "wallpaper glue" is no wallpaper. */
  beside: string
}

const pages: readonly PageWords[] = [
  {
    path: '/wallpapers',
    title: 'Phone Wallpapers',
    text: 'Free wallpapers for your phone, to download.',
    names: ['wallpaper', 'wall paper', 'phone background', 'background', 'lock screen', 'lockscreen', 'home screen'],
    beside:
      'phone iphone android mobile desktop download aesthetic pretty cute lock screen hd background image picture',
  },
  {
    path: '/quiz/spirit-animal',
    title: 'Spirit Animal Quiz',
    text: 'A few questions, one animal.',
    names: ['quiz', 'quizze', 'spirit animal', 'personality test'],
    beside: 'spirit animal personality test take start fun question what',
  },
  {
    path: '/contact',
    title: 'Contact',
    text: 'Write to us.',
    names: [
      'contact',
      'customer service',
      'customer care',
      'support',
      'help',
      'email',
      'e mail',
      'phone number',
      'complaint',
      'in touch',
    ],
    beside:
      'customer form us team address number mail detail info information write service phone telephone chat get touch center centre',
  },
  {
    path: '/newsletter',
    title: 'Newsletter',
    text: 'Join by e-mail, and leave with one click.',
    names: [
      'newsletter',
      'news letter',
      'subscribe',
      'unsubscribe',
      'subscription',
      'mailing list',
      'sign up',
      'signup',
      'opt out',
      'stop email',
    ],
    beside: 'email e mail from join leave cancel stop weekly out opt sign up list register manage us',
  },
  {
    path: '/me',
    title: 'Saved Items',
    text: 'What you saved and viewed, in this browser.',
    names: [
      'saved',
      'wishlist',
      'wish list',
      'favorite',
      'favourite',
      'account',
      'recently viewed',
      'bookmark',
      'my list',
    ],
    beside: 'item product thing list view viewed recently login log in sign',
  },
  {
    path: '/cart',
    title: 'Cart',
    text: 'Every purchase is completed at the retailer.',
    names: ['cart', 'checkout', 'check out', 'order', 'order status'],
    beside: 'shopping basket bag track status history tracking where view',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    text: 'What we store about you, and for how long.',
    names: [
      'privacy',
      'cookie',
      'gdpr',
      'ccpa',
      'data protection',
      'personal data',
      'my data',
      'delete data',
      'do not sell',
    ],
    beside: 'policy setting preference notice statement consent delete data export request right information personal',
  },
  {
    path: '/terms',
    title: 'Terms & Conditions',
    text: 'The rules of this site.',
    names: [
      'terms',
      'term',
      'terms and conditions',
      'terms of use',
      'terms of service',
      'condition',
      'legal',
      'legal notice',
    ],
    beside: 'condition and of use service notice information',
  },
  {
    path: '/affiliate-disclosure',
    title: 'Affiliate Disclosure',
    text: 'How we earn from links.',
    names: ['affiliate', 'disclosure', 'commission', 'make money', 'sponsored'],
    beside: 'link program programme partner policy statement disclosure earn you make money',
  },
  {
    path: '/about',
    title: 'About Us',
    text: 'Who we are and how we choose.',
    names: ['about', 'about us', 'who are you', 'editor', 'team', 'our story'],
    beside: 'us you who our story company',
  },
  {
    path: '/faq',
    title: 'Questions & Answers',
    text: 'Shipping, returns and prices are the retailer’s: what that means for you.',
    names: ['faq', 'question', 'return', 'refund', 'shipping', 'delivery', 'exchange', 'ship'],
    beside:
      'policy cost fee time work long much does take option info information period frequently asked answer item order get money back make send label international free and product',
  },
  {
    path: '/stores',
    title: 'Stores',
    text: 'Every shop we link to.',
    names: ['store', 'shop', 'retailer', 'merchant'],
    beside: 'all list partner',
  },
  {
    path: '/brands',
    title: 'Brands',
    text: 'The brands we feature.',
    names: ['brand', 'designer'],
    beside: 'all list',
  },
  {
    path: '/blog',
    title: 'Blog',
    text: 'Our articles.',
    names: ['blog', 'article', 'journal article', 'magazine'],
    beside: 'post read all',
  },
  {
    path: '/deals',
    title: 'Price Drops',
    text: 'Prices that really fell.',
    names: ['deal', 'price drop', 'sale', 'discount', 'coupon', 'promo code', 'voucher', 'clearance'],
    beside: 'today current code daily weekly price drop promo voucher best all offer',
  },
]

/** Small words that say nothing about which page is meant. */
const filler = new Set(
  'the your a an my page site website dahlia please where is are how do i you to for find see show me can in on with it free go'.split(
    ' ',
  ),
)

const split = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** A word without its plural: only to be held against another such word. */
const single = (word: string): string => (word.length > 3 && !/(?:ss|us)$/.test(word) ? word.replace(/s$/, '') : word)

/** Whether one letter too many, too few or in its neighbor's place leads from one long word to the other. */
function isSlip(typed: string, word: string): boolean {
  if (word.length < 6 || Math.abs(typed.length - word.length) > 1) return false
  let at = 0
  while (at < word.length && typed[at] === word[at]) at++
  const [ownRest, rest] = [typed.slice(at), word.slice(at)]
  if (typed.length > word.length) return ownRest.slice(1) === rest
  if (typed.length < word.length) return ownRest === rest.slice(1)
  return ownRest === `${rest[1]}${rest[0]}${rest.slice(2)}`
}

const vocabulary = new Set(pages.flatMap(({ names, beside }) => [...names, beside].flatMap(split)).map(single))

/** The word as the pages spell it: what is a slip away from one of their words is that word. */
function read(typed: string): string {
  const word = single(typed)
  if (vocabulary.has(word) || filler.has(word)) return word
  return [...vocabulary].find((known) => isSlip(word, known)) ?? word
}

/** The page that a query names, if it names one and nothing else: "privacy policy" does, "wallpaper glue" does not. */
export function namedPage(query: string): NamedPage | null {
  const asked = split(
    query
      .slice(0, 100)
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(/[^a-z]+/g, ' '),
  ).map(read)
  const found = pages.find(({ names, beside }) => {
    const allowed = new Set([...filler, ...split(beside), ...names].map(single))
    return names.some((name) => {
      const words = split(name).map(single)
      const at = asked.findIndex((_, start) => words.every((word, index) => asked[start + index] === word))
      return at >= 0 && asked.every((word, index) => (index >= at && index < at + words.length) || allowed.has(word))
    })
  })
  return found ? { path: found.path, title: found.title, text: found.text } : null
}
