/** Published pages of the demo shop; each body lies in pages/<file>.html. */
export const PAGES: readonly { url: string; name: string; file: string }[] = [
  { url: '/about', name: 'About {name}', file: 'about' },
  { url: '/affiliate-disclosure', name: 'Affiliate Disclosure', file: 'affiliate-disclosure' },
  { url: '/privacy', name: 'Privacy', file: 'privacy' },
  { url: '/terms', name: 'Terms', file: 'terms' },
  { url: '/faq', name: 'Questions and Answers', file: 'faq' },
  { url: '/lifestyle', name: 'Lifestyle', file: 'lifestyle' },
  { url: '/relationships', name: 'Relationships', file: 'relationships' },
  { url: '/fitness', name: 'Fitness', file: 'fitness' },
  { url: '/community', name: 'Community', file: 'community' },
  { url: '/offers', name: 'Offers', file: 'offers' },
  { url: '/stores', name: 'Stores', file: 'stores' },
]
