import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { beautyLandings } from './features/beauty/beauty-landings.ts'
import { catalogueKinds } from './features/catalogue/catalogue-kinds.ts'
import { dealPages } from './features/deals/deal-pages.ts'
import { topicPages } from './features/pages/topic-pages.ts'

/** Every address of the site, grouped as a visitor meets it. */
export default [
  layout('routes/storefront.tsx', [
    layout('routes/page-boundary.tsx', [
      // shop
      index('routes/home.tsx'),
      route('products', 'routes/products.tsx'),
      route('p/:slug', 'routes/product.tsx'),
      route('new', 'routes/new.tsx'),
      route('collections', 'routes/collections.tsx'),
      route('shop', 'routes/shop.tsx'),
      route('shop/:category', 'routes/shop-category.tsx'),
      route('brands', 'routes/brands.tsx'),
      ...Object.keys(catalogueKinds).map((path) =>
        route(`${path.slice(1)}/:slug`, 'routes/catalogue-page.tsx', { id: `catalogue${path}` }),
      ),
      route('categories', 'routes/categories.tsx'),
      route('search', 'routes/search.tsx'),
      route('all-deals', 'routes/all-deals.tsx'),
      route('deals', 'routes/deals.tsx'),
      route('monthly-deals', 'routes/monthly-deals.tsx'),
      route('amazon-deals', 'routes/amazon-deals.tsx'),
      route('home-decor', 'routes/home-decor.tsx'),
      ...Object.keys(dealPages).map((path) => route(path.slice(1), 'routes/deal-page.tsx', { id: `deals${path}` })),
      route('compare', 'routes/compare.tsx'),
      route('cart', 'routes/cart.tsx'),
      route('me', 'routes/me.tsx'),
      ...Object.keys(beautyLandings).map((path) =>
        route(path.slice(1), 'routes/beauty-category.tsx', { id: `beauty${path}` }),
      ),
      // reading
      route('blog', 'routes/blog.tsx'),
      route('blog/:slug', 'routes/article.tsx'),
      route('authors/editors', 'routes/editors.tsx'),
      route('beauty', 'routes/beauty.tsx'),
      ...Object.keys(topicPages).map((path) => route(path.slice(1), 'routes/topic-page.tsx', { id: `topic${path}` })),
      route('offers', 'routes/offers.tsx'),
      route('stores', 'routes/stores.tsx'),
      route('contact', 'routes/contact.tsx'),
      // play
      route('wallpapers', 'routes/wallpapers.tsx'),
      route('quiz/spirit-animal', 'routes/quiz.tsx'),
      route('quiz/spirit-animal/:animal', 'routes/quiz-result.tsx'),
      // newsletter
      route('newsletter', 'routes/newsletter.tsx'),
      route('newsletter/confirm', 'routes/newsletter-confirm.tsx'),
      route('newsletter/unsubscribe', 'routes/newsletter-unsubscribe.tsx'),
      route('glow-up-plan', 'routes/glow-up-plan.tsx'),
      route('glow-up-plan/card', 'routes/glow-up-card.tsx'),
      route('reset-password', 'routes/reset-password.tsx'),
      // price alerts
      route('p/:slug/alert', 'routes/alert-new.tsx'),
      route('alerts', 'routes/alerts.tsx'),
      route('alerts/confirm', 'routes/alert-confirm.tsx'),
      // everything else: a published page of that address, or the 404
      route('*', 'routes/page.tsx'),
    ]),
  ]),
  // machine
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap-index.ts'),
  route('sitemaps/:shard', 'routes/sitemap.ts'),
  route('rss.xml', 'routes/rss.ts'),
] satisfies RouteConfig
