/** In this order: an equal score goes to the earlier one (specification, 4.6). */
export const animals = ['butterfly', 'dolphin', 'lioness', 'owl'] as const
export type Animal = (typeof animals)[number]

export const isAnimal = (value: unknown): value is Animal => animals.some((animal) => animal === value)

export interface QuizResult {
  emoji: string
  title: string
  description: string
  /** Said to friends, before the address. */
  share: string
  /** What the shop and the journal have for her: a product category and an article category. */
  products: string
  articles: string
}

export const results: Record<Animal, QuizResult> = {
  butterfly: {
    emoji: '🦋',
    title: 'Butterfly Spirit',
    description:
      'You change, and you make it look easy. New rooms, new colors and new ideas wake you up, and people borrow your lightness on their heavier days. Your gift is beginning; your kindness to yourself is to let one good thing stay as it is.',
    share: 'I am a Butterfly Spirit: always a little in love with what comes next. Which animal are you?',
    products: 'Makeup',
    articles: 'Beauty',
  },
  dolphin: {
    emoji: '🐬',
    title: 'Dolphin Spirit',
    description:
      'You are the reason people stay for one more song. You read a room in a second, you play, you forgive quickly, and nobody around you is left out for long. Your gift is joy; your kindness to yourself is an evening that belongs to no one else.',
    share: 'I am a Dolphin Spirit: the more of us, the better. Which animal are you?',
    products: 'Bath & Body',
    articles: 'Self-Care',
  },
  lioness: {
    emoji: '🦁',
    title: 'Lioness Spirit',
    description:
      'You go first. You guard what you love, you finish what you start, and you say the sentence others only think. Your gift is courage; your kindness to yourself is to put the list down while there is still something on it.',
    share: 'I am a Lioness Spirit: first through the door. Which animal are you?',
    products: 'Fashion',
    articles: 'Fashion',
  },
  owl: {
    emoji: '🦉',
    title: 'Owl Spirit',
    description:
      'You notice. You would rather know one thing well than ten things loudly, and friends come to you late, when it matters. Your gift is judgement; your kindness to yourself is to be seen as often as you see.',
    share: 'I am an Owl Spirit: quiet, and seldom wrong. Which animal are you?',
    products: 'Home & Decor',
    articles: 'Home',
  },
}
