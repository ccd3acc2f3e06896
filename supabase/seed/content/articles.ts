/** The demo journal, newest first. Each body lies in articles/<slug>.html. */
export interface SeedArticle {
  slug: string
  title: string
  excerpt: string
  category: string
  postType: 'featured' | 'beauty' | 'lifestyle'
  readMinutes: number
}

export const ARTICLES: readonly SeedArticle[] = [
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
    readMinutes: 5,
  },
  {
    slug: 'fashion-capsule-wardrobe-guide',
    title: 'A Capsule Wardrobe for the Life You Have',
    excerpt:
      'Start with the week, not the wardrobe. Then choose three colours, a guest, and clothes for the hundredth wear.',
    category: 'Fashion',
    postType: 'featured',
    readMinutes: 5,
  },
  {
    slug: 'holistic-wellness-guide',
    title: 'Wellness, Minus the Shelf of Things to Buy',
    excerpt: 'Sleep, movement, colour on the plate and good company: small habits that hold each other up.',
    category: 'Wellness',
    postType: 'lifestyle',
    readMinutes: 5,
  },
  {
    slug: 'home-organization-interior-design-guide',
    title: 'Order First, Then Beauty: A Guide to Calm Rooms',
    excerpt: 'Give everything an address, layer the light, and let one thing you love choose the palette.',
    category: 'Home',
    postType: 'lifestyle',
    readMinutes: 5,
  },
  {
    slug: 'sewing-machine-comparison',
    title: 'Which Sewing Machine? Three Families Compared',
    excerpt: 'Mechanical, electronic or computerised: what each does well, and what to try before you pay.',
    category: 'Home',
    postType: 'featured',
    readMinutes: 5,
  },
  {
    slug: 'how-to-layer-skincare',
    title: 'How to Layer Skincare Without a Chart',
    excerpt: 'Thin before thick, water before oil, sunscreen last. The rest is detail, and here it is.',
    category: 'Skincare',
    postType: 'beauty',
    readMinutes: 4,
  },
  {
    slug: 'how-to-choose-a-fragrance',
    title: 'Choosing a Perfume: Wait for the Fourth Hour',
    excerpt: 'Top, heart and base, the four families, and how to try a scent so that you still love it at home.',
    category: 'Beauty',
    postType: 'beauty',
    readMinutes: 4,
  },
  {
    slug: 'gentle-hair-care-routine',
    title: 'Gentle Hair Care, From Scalp to Ends',
    excerpt: 'Less heat, less tugging, heatless waves, and how to tell thirst from weakness.',
    category: 'Beauty',
    postType: 'beauty',
    readMinutes: 4,
  },
  {
    slug: 'five-minute-makeup',
    title: 'Make-Up in Five Minutes, One Task Each',
    excerpt: 'Six products, no brushes, and the order that wastes the least of a short morning.',
    category: 'Beauty',
    postType: 'beauty',
    readMinutes: 4,
  },
  {
    slug: 'sunday-reset',
    title: 'The Ninety-Minute Sunday Reset',
    excerpt: 'A kindness to the person you will be on Wednesday, and it ends at a fixed time.',
    category: 'Self-Care',
    postType: 'lifestyle',
    readMinutes: 4,
  },
  {
    slug: 'thoughtful-gifts',
    title: 'Gifts That Say You Were Paying Attention',
    excerpt: 'Listen backwards, give the better version of something ordinary, and write the card first.',
    category: 'Lifestyle',
    postType: 'lifestyle',
    readMinutes: 4,
  },
  {
    slug: 'a-bedroom-that-lets-you-sleep',
    title: 'A Bedroom That Lets You Sleep',
    excerpt: 'Dark, cool, quiet, and fewer things in view: improvements in the order of their effect.',
    category: 'Home',
    postType: 'lifestyle',
    readMinutes: 4,
  },
  {
    slug: 'building-a-jewelry-box',
    title: 'Building a Jewelry Box, Slowly',
    excerpt: 'The first five pieces, what the metal is called, and how to keep it all bright.',
    category: 'Fashion',
    postType: 'featured',
    readMinutes: 5,
  },
]
