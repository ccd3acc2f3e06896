import { readFile } from 'node:fs/promises'

/** An article that comes with the software. Its body lies in a file of its own, by slug. */
export interface PreparedArticle {
  slug: string
  title: string
  excerpt: string
  category: string
  postType: 'featured' | 'beauty' | 'lifestyle'
  readMinutes: number
}

/** The five guides that every shop begins with (specification, 7.1). */
export const SEEDED_GUIDES: readonly PreparedArticle[] = [
  {
    slug: 'under-eye-patches-guide',
    title: 'Under-Eye Patches: What Ten Minutes Can Do',
    excerpt:
      'Cool, quick and a little overpraised. How to choose a pair, how to wear it, and when to leave it in the box.',
    category: 'Skincare',
    postType: 'beauty',
    readMinutes: 4,
  },
  {
    slug: 'beauty-skincare-guide-2025',
    title: 'The Short Beauty and Skincare Guide for 2025',
    excerpt: 'Three steps that matter, one active at a time, and a week you can keep on a tired Tuesday.',
    category: 'Beauty',
    postType: 'featured',
    readMinutes: 4,
  },
  {
    slug: 'fashion-capsule-wardrobe-guide',
    title: 'A Capsule Wardrobe for the Life You Have',
    excerpt:
      'Start with the week, not the wardrobe. Then choose three colors, a guest, and clothes for the hundredth wear.',
    category: 'Fashion',
    postType: 'featured',
    readMinutes: 4,
  },
  {
    slug: 'holistic-wellness-guide',
    title: 'Wellness, Minus the Shelf of Things to Buy',
    excerpt: 'Sleep, movement, color on the plate and good company: small habits that hold each other up.',
    category: 'Wellness',
    postType: 'lifestyle',
    readMinutes: 4,
  },
  {
    slug: 'home-organization-interior-design-guide',
    title: 'Order First, Then Beauty: A Guide to Calm Rooms',
    excerpt: 'Give everything an address, layer the light, and let one thing you love choose the palette.',
    category: 'Home',
    postType: 'lifestyle',
    readMinutes: 4,
  },
]

/** The comparison of sewing machines (specification, 7.3). */
export const SEWING_COMPARISON: PreparedArticle = {
  slug: 'sewing-machine-comparison',
  title: 'Which Sewing Machine? Three Families Compared',
  excerpt: 'Mechanical, electronic or computerized: what each does well, and what to try before you pay.',
  category: 'Home',
  postType: 'featured',
  readMinutes: 4,
}

export const bodyOf = ({ slug }: Pick<PreparedArticle, 'slug'>): Promise<string> =>
  readFile(new URL(`./articles/${slug}.html`, import.meta.url), 'utf8')

export const imageOf = ({ slug }: Pick<PreparedArticle, 'slug'>): string => `/demo/articles/${slug}.webp`
