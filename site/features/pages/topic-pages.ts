import type { ProductAsk } from '#site/features/journal/product-ask.ts'

export interface TopicPage {
  kicker: string
  title: string
  lede: string
  /** Categories of the articles listed. */
  categories: readonly string[]
  /** A row of products below them. */
  shelf?: { title: string; to: string; ask: ProductAsk }
}

/** Article pages by topic. The text between the head and the list is the row of `pages` of the same address. */
export const topicPages: Readonly<Record<string, TopicPage>> = {
  '/lifestyle': {
    kicker: 'Life hacks',
    title: 'Lifestyle',
    lede: 'The hours between the errands: rest, rooms, rituals and the people in them.',
    categories: ['Lifestyle', 'Wellness', 'Self-Care', 'Home'],
  },
  '/relationships': {
    kicker: 'The journal',
    title: 'Relationships',
    lede: 'The people around you, and the small things that keep them close.',
    categories: ['Relationships'],
  },
  '/fitness': {
    kicker: 'The journal',
    title: 'Fitness',
    lede: 'Moving in ways you will still be moving in March: short, regular and without shouting.',
    categories: ['Fitness', 'Wellness'],
    shelf: {
      title: 'Mats, bottles and small weights',
      to: '/products?category=Fitness',
      ask: { category: 'Fitness', merchant: null, sort: 'newest' },
    },
  },
  '/community': {
    kicker: 'With you',
    title: 'Community',
    lede: 'What is made together: letters, a quiz to argue about, and articles on work, money and the people in between.',
    categories: ['Relationships', 'Career', 'Finance', 'Self-Care'],
  },
}
