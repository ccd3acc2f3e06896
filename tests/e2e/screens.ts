/** A screen that site-screens.spec.ts visits at every width in both themes. Each screen of the site is in this list. */
export interface Screen {
  /** Names the test and its screenshots; unique. */
  name: string
  path: string
  /** What the page itself answers with, where that is not 200. */
  status?: number
  /** What it writes into the console by design: a failed block says why there (specification, 4.2). */
  says?: RegExp
  /** What to know about it, for whoever reads a failure. */
  notes?: string
}

export const screens: readonly Screen[] = [
  // shop
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'products filtered', path: '/products?category=Skincare&sort=price-asc' },
  { name: 'products without a match', path: '/products?category=Submarines' },
  { name: 'new arrivals', path: '/new' },
  { name: 'collections', path: '/collections' },
  { name: 'all deals', path: '/all-deals' },
  { name: 'deals', path: '/deals' },
  { name: 'monthly deals', path: '/monthly-deals' },
  { name: 'retailer deals', path: '/amazon-deals' },
  { name: 'retailer deals without a match', path: '/amazon-deals?q=qqqzzz' },
  { name: 'all deals searched', path: '/all-deals?category=Skincare&deal=serum&dealpage=2' },
  { name: 'shop', path: '/shop' },
  { name: 'shop bestsellers', path: '/shop?filter=bestsellers' },
  { name: 'shop without a store', path: '/shop?tab=shopify', notes: 'the catalogue’s own products' },
  { name: 'shop tab of a network without products', path: '/shop?tab=cj' },
  { name: 'shop retailer', path: '/shop?tab=retailer' },
  { name: 'shop category of our own', path: '/shop/balms' },
  {
    name: 'shop category of the store',
    path: '/shop/new-jewelry',
    notes: 'without a store: the catalogue’s own products',
  },
  { name: 'missing shop category', path: '/shop/submarines', status: 404 },
  { name: 'brands', path: '/brands' },
  { name: 'brand', path: '/brands/fleurette' },
  { name: 'brand of the catalog', path: '/brands/velloa' },
  { name: 'missing brand', path: '/brands/nobody', status: 404 },
  { name: 'store', path: '/stores/maison-calla' },
  { name: 'category', path: '/categories/wellness' },
  { name: 'beauty', path: '/beauty' },
  { name: 'hair', path: '/hair' },
  { name: 'makeup', path: '/makeup' },
  { name: 'skincare', path: '/skincare' },
  { name: 'bath and body', path: '/bath-body' },
  { name: 'fragrance', path: '/fragrance' },
  { name: 'tools', path: '/tools' },
  { name: 'fashion', path: '/fashion' },
  { name: 'home decor', path: '/home-decor' },
  { name: 'gifts', path: '/gifts' },
  { name: 'cart', path: '/cart' },
  {
    name: 'product',
    path: '/p/623',
    notes: 'of the demo shop: a price drop, several shops and their histories, variants',
  },
  { name: 'compare', path: '/compare?items=828,614,1', notes: 'of the demo shop' },
  { name: 'compare without items', path: '/compare' },
  { name: 'compare of what is not there', path: '/compare?items=x,999999' },
  { name: 'price alert', path: '/p/828/alert' },
  { name: 'own alerts without their link', path: '/alerts', status: 404 },
  { name: 'alert to confirm, without its link', path: '/alerts/confirm' },
  { name: 'profile', path: '/me' },
  // search
  { name: 'search', path: '/search?q=serum' },
  { name: 'search of articles', path: '/search?q=skincare&type=articles' },
  { name: 'search corrected', path: '/search?q=lipstik' },
  { name: 'search without a term', path: '/search' },
  { name: 'search without a result', path: '/search?q=qqqzzz' },
  // reading
  { name: 'blog', path: '/blog' },
  { name: 'article', path: '/blog/under-eye-patches-guide' },
  { name: 'editors', path: '/authors/editors' },
  { name: 'missing article', path: '/blog/no-such-article', status: 404 },
  { name: 'contact', path: '/contact' },
  { name: 'article of a range of products', path: '/blog/two-dumbbells-twenty-minutes' },
  { name: 'generated article', path: '/blog/monthly-deals-the-top-10-of-march-2025' },
  { name: 'blog, second page', path: '/blog?page=2' },
  { name: 'blog of a topic', path: '/blog?topic=finance' },
  { name: 'blog without posts', path: '/blog?page=99', status: 404 },
  { name: 'lifestyle', path: '/lifestyle' },
  { name: 'relationships', path: '/relationships' },
  { name: 'fitness', path: '/fitness', notes: 'articles, and a shelf of products' },
  { name: 'community', path: '/community' },
  { name: 'offers', path: '/offers' },
  { name: 'stores', path: '/stores' },
  { name: 'categories', path: '/categories' },
  { name: 'faq', path: '/faq' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'affiliate disclosure', path: '/affiliate-disclosure' },
  { name: 'about', path: '/about', notes: 'a published row of pages' },
  // play
  { name: 'wallpapers', path: '/wallpapers' },
  { name: 'wallpapers after dark', path: '/wallpapers?collection=after-dark' },
  { name: 'wallpapers of no collection', path: '/wallpapers?collection=none' },
  { name: 'quiz', path: '/quiz/spirit-animal' },
  { name: 'quiz, third question', path: '/quiz/spirit-animal?q1=owl&q2=owl&at=2&go=next' },
  { name: 'quiz result', path: '/quiz/spirit-animal/owl' },
  { name: 'no such result', path: '/quiz/spirit-animal/tiger', status: 404 },
  // newsletter
  { name: 'newsletter', path: '/newsletter', notes: 'where the newsletter form leads without script' },
  {
    name: 'confirm an address',
    path: `/newsletter/confirm?token=${'x'.repeat(43)}`,
    notes: 'the button of a newsletter email',
  },
  {
    name: 'leave the newsletter',
    path: `/newsletter/unsubscribe?token=${'x'.repeat(43)}`,
    notes: 'the button of a newsletter email',
  },
  { name: 'a cut-off newsletter link', path: '/newsletter/confirm' },
  { name: 'glow-up plan', path: '/glow-up-plan' },
  { name: 'week card', path: '/glow-up-plan/card' },
  // accounts
  { name: 'reset password', path: '/reset-password' },
  { name: 'reset password, link over', path: '/reset-password#error=access_denied&error_code=otp_expired' },
  // everything else
  { name: 'missing page', path: '/no-such-page', status: 404 },
]
