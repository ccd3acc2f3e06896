/** What somebody who joined on certain pages is written about, by the categories of products and of articles. */
export interface Interest {
  /** As the email names it. */
  name: string
  products: readonly string[]
  articles: readonly string[]
}

const INTERESTS: readonly (Interest & { pages: RegExp })[] = [
  {
    name: 'beauty',
    pages: /^\/(beauty|skincare|makeup|hair|bath-body|fragrance|tools|shop\/(balms|body|fragrance|beauty))(\/|$)/,
    products: ['Beauty', 'Makeup', 'Skincare', 'Hair', 'Bath & Body', 'Fragrance', 'Tools'],
    articles: ['Beauty', 'Skincare', 'Self-Care'],
  },
  {
    name: 'fashion',
    pages: /^\/(fashion|shop\/(fashion|new-jewelry))(\/|$)/,
    products: ['Fashion', 'Jewelry'],
    articles: ['Fashion'],
  },
  { name: 'home', pages: /^\/home-decor(\/|$)/, products: ['Home & Decor'], articles: ['Home'] },
  { name: 'gifts', pages: /^\/gifts(\/|$)/, products: ['Gifts', 'Jewelry', 'Fragrance'], articles: ['Relationships'] },
  {
    name: 'fitness and wellness',
    pages: /^\/fitness(\/|$)/,
    products: ['Fitness', 'Wellness'],
    articles: ['Fitness', 'Wellness', 'Self-Care'],
  },
]

/** The interest that the page of the signup tells, as a reader of that page chose it; null for pages about everything. */
export function interestOf(sourcePage: string | null): Interest | null {
  // What visitors sent: cut before the expressions see it.
  const path = (sourcePage ?? '').slice(0, 500).split(/[?#]/, 1)[0] ?? ''
  return INTERESTS.find(({ pages }) => pages.test(path)) ?? null
}
