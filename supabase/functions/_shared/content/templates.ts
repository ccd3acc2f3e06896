import type { BlogCategory } from './calendar.ts'

export interface Words {
  season: string
  year: number
  number: number
}

/** What a generated article says besides its products. Texts are plain; the generator makes the HTML. */
export interface Template {
  titles: readonly ((words: Words) => string)[]
  excerpt: (words: Words) => string
  intro: string
  tips: readonly string[]
  /** Categories of the catalogue that its list is taken from. */
  shelf: readonly [string, ...string[]]
  questions: readonly (readonly [question: string, answer: string])[]
  postType: 'beauty' | 'lifestyle'
  /** One of our own. */
  picture: string
}

const bought: readonly [string, string] = [
  'Where do I buy what is listed here?',
  'At the shop named beside it. You complete the purchase there, under its own terms for delivery and returns.',
]
const price: readonly [string, string] = [
  'Are the prices up to date?',
  'The cards are read from the shops’ catalogs each time this page is made. The price on the shop’s page is the one that counts.',
]

/** Of the monthly deals, which are about prices and about no topic of the week. */
export const aboutMonthlyDeals: Template['questions'] = [
  [
    'How were the ten chosen?',
    'Once, by the rule that the first lines name, and by nobody’s wish. They are not exchanged for newer ones.',
  ],
  [
    'Is every one of them a reduced price?',
    'Where the first lines say so, it was on the day of the choice. A card says so where it still is.',
  ],
  [
    'What if one of them is sold out by now?',
    'Its page says so and shows other shops that have it, and things of its kind.',
  ],
  bought,
  price,
]

/** Templates exist for the first five categories; the others fall back to Lifestyle (specification, 3). */
const TEMPLATES: Partial<Record<BlogCategory, Template>> = {
  Beauty: {
    titles: [
      ({ season, year, number }) => `${number} ${season} Beauty Habits Worth Keeping in ${year}`,
      ({ season, year, number }) => `The ${season} ${year} Beauty Edit: ${number} Small Changes`,
    ],
    excerpt: ({ season }) => `What ${season.toLowerCase()} asks of skin, lips and hair, and what it does not.`,
    intro:
      'Seasons change faster than shelves do. Before anything new comes in, look at what is open already and how it feels in this weather. Most of a good routine is the same all year; a few textures move.',
    tips: [
      'Change one product at a time and give it two weeks before you judge it.',
      'Lighter textures in heat, richer ones in dry air. The ingredients may stay the same.',
      'Sunscreen every morning, on clouded days as well.',
      'Wash brushes and pillowcases before you blame a cream.',
      'Write the opening date on the lid with a marker.',
    ],
    shelf: ['Skincare', 'Makeup', 'Beauty'],
    questions: [
      [
        'How often should I change my routine?',
        'When your skin or the weather does. Twice a year is usual, every week is too often.',
      ],
      ['What comes first, serum or cream?', 'The thinner one. Serum, then cream, then sunscreen in the morning.'],
      [
        'What should a beginner buy?',
        'A mild cleanser, a plain moisturizer and a sunscreen. The rest can wait for a question.',
      ],
      bought,
      price,
    ],
    postType: 'beauty',
    picture: '/demo/articles/how-to-layer-skincare.webp',
  },
  Fashion: {
    titles: [
      ({ season, year, number }) => `${number} Pieces That Carry a ${season} Wardrobe in ${year}`,
      ({ season, year, number }) => `${season} ${year} in ${number} Outfits`,
    ],
    excerpt: ({ season }) => `Start with the week you have, then let ${season.toLowerCase()} choose the layers.`,
    intro:
      'A wardrobe works when the pieces know one another. Take out what you wore in the last fourteen days, see what is missing for the next fourteen, and let the list be short.',
    tips: [
      'Two neutrals, one warm tone and one guest color are enough for a season.',
      'Try everything with the shoes you would really wear.',
      'Turn a garment inside out before you look at the price.',
      'Divide the price by the wears you can picture.',
      'For each piece that comes in, let one leave.',
    ],
    shelf: ['Fashion', 'Jewelry'],
    questions: [
      ['How many pieces do I need?', 'As many as you wear. Thirty to forty for a season is where many people arrive.'],
      ['What is worth spending on?', 'What touches the ground, what keeps the rain off and what you sit in all day.'],
      ['How do I wear a trend?', 'In one piece, in your accent color, from the less expensive end of the shop.'],
      bought,
      price,
    ],
    postType: 'lifestyle',
    picture: '/demo/articles/fashion-capsule-wardrobe-guide.webp',
  },
  Wellness: {
    titles: [
      ({ season, year, number }) => `${number} Quiet ${season} Habits for ${year}`,
      ({ season, year, number }) => `A Calmer ${season}: ${number} Things to Try in ${year}`,
    ],
    excerpt: ({ season }) => `Small things for ${season.toLowerCase()} that cost little and hold each other up.`,
    intro:
      'Nothing here is a cure and none of it needs equipment. These are habits that make an ordinary day a little rounder. Choose one, make it small, and tie it to something you do already.',
    tips: [
      'Ten minutes outdoors before noon, whatever the weather.',
      'A fixed hour for bed, with lamps instead of ceilings before it.',
      'Lunch at a table and away from the screen.',
      'A walk with a friend in the calendar, like an appointment.',
      'One evening a week without plans.',
    ],
    shelf: ['Wellness', 'Fitness', 'Bath & Body'],
    questions: [
      ['Where do I start?', 'With the one you would miss most if it were forbidden.'],
      [
        'How long until it is a habit?',
        'Longer than a week and shorter than you fear. Forgive the missed day and go on.',
      ],
      ['Do I need to buy anything?', 'No. Shoes that fit and a dark room do most of the work.'],
      bought,
      price,
    ],
    postType: 'lifestyle',
    picture: '/demo/articles/holistic-wellness-guide.webp',
  },
  Relationships: {
    titles: [
      ({ season, year, number }) => `${number} Small Ways to Stay Close This ${season}, ${year}`,
      ({ season, year, number }) => `${number} Questions for a ${season} Evening in ${year}`,
    ],
    excerpt: ({ season }) => `For partners, friends and families: what fits into a busy ${season.toLowerCase()}.`,
    intro:
      'Closeness is made of short, repeated things. An answer today, a date that stands, ten minutes without a screen. None of it is difficult and all of it needs a place in the week.',
    tips: [
      'Say the good thing aloud, and exactly.',
      'Put one evening into the calendar before the month fills up.',
      'Answer badly now rather than well never.',
      'Remember one date that is not a birthday.',
      'Bring something small and go home early.',
    ],
    shelf: ['Gifts', 'Home & Decor'],
    questions: [
      [
        'What if the other one is always busy?',
        'Offer two dates and the shortest version: a walk around the block counts.',
      ],
      [
        'How do I bring up something difficult?',
        'Announce it kindly, choose a time, and speak of one thing that happened.',
      ],
      ['Is a gift necessary?', 'Never. A sentence written by hand does more.'],
      bought,
      price,
    ],
    postType: 'lifestyle',
    picture: '/demo/articles/the-ten-minute-talk.webp',
  },
}

const LIFESTYLE: Template = {
  titles: [
    ({ season, year, number }) => `${number} Things That Make a ${season} Week Easier in ${year}`,
    ({ season, year, number }) => `The ${season} ${year} List: ${number} Small Improvements`,
  ],
  excerpt: ({ season }) => `Order, light and a little pleasure: small improvements for ${season.toLowerCase()}.`,
  intro:
    'An easier week is rarely a matter of more effort. It comes from a few decisions made once: where the keys live, what is eaten on Tuesday, when the day is over.',
  tips: [
    'Give everything you search for an address.',
    'Decide on Sunday what Monday wears and eats.',
    'Three lamps in a room, and none of them on the ceiling.',
    'Empty one surface a week, and only one.',
    'Stop at a fixed hour, finished or not.',
  ],
  shelf: ['Home & Decor', 'Gifts', 'Bath & Body'],
  questions: [
    ['Where do I begin?', 'With the surface you see first when you come home.'],
    ['How do I keep it up?', 'Ten minutes in the evening, with music, and one thing out for each thing in.'],
    ['What is worth buying?', 'Very little: good light, one basket, something that smells pleasant.'],
    bought,
    price,
  ],
  postType: 'lifestyle',
  picture: '/demo/articles/home-organization-interior-design-guide.webp',
}

export const templateOf = (category: BlogCategory): Template => TEMPLATES[category] ?? LIFESTYLE
