/**
 * Pages that must exist (specification, 2.1). Where an address moved, its lasting one stands here; screens that show
 * nothing of a page's text (/me, /contact) need none.
 */
export const EXPECTED_PAGES: readonly { url: string; name: string }[] = [
  { url: '/about', name: 'About' },
  { url: '/privacy', name: 'Privacy' },
  { url: '/terms', name: 'Terms' },
  { url: '/affiliate-disclosure', name: 'Affiliate Disclosure' },
  { url: '/faq', name: 'Questions and Answers' },
  { url: '/lifestyle', name: 'Lifestyle' },
  { url: '/relationships', name: 'Relationships' },
  { url: '/fitness', name: 'Fitness' },
  { url: '/community', name: 'Community' },
  { url: '/offers', name: 'Offers' },
  { url: '/stores', name: 'Stores' },
]

/** What a page holds until somebody writes it. The site knows it by its beginning and keeps it from search engines. */
export const PLACEHOLDER =
  "<h2>Coming Soon</h2>\n<p>We're updating this page with the latest content! Check back soon.</p>"
