/** A block of a page that reads something of its own, and how it looks without it. */
export interface Block {
  /** First visited here: nothing whole is cached that could stand in. */
  path: string
  /** What visitors may no longer read: 'table products', 'function list_products'. */
  without: string
  /** Tables the answer waits for; they are locked while the loading state is looked at. */
  held: string
  /** Where on the page it is. */
  within?: string
  /** The words of the failure. */
  says: string
  /** Accessible name, or text, of what stands there meanwhile. */
  loading: string
  /** What stands there in the end. */
  loaded: string
}

const cards = '[data-part~=product-card][data-find], [data-part~=product-card]:has([data-part~=product-link])'
const grid = { loading: 'Loading products', loaded: cards } as const
const noProducts = (prefix: string, what: string) => `${prefix}: permission denied for ${what}`

/** Every one of the site. */
export const blocks: readonly Block[] = [
  {
    ...{ path: '/products', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/new', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/all-deals', within: '#deals', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/all-deals?deal=serum', within: '#more-deals', without: 'function search_shop', held: 'products' },
    ...{ ...grid, says: noProducts('Error loading results', 'function search_shop') },
  },
  {
    ...{ path: '/deals', without: 'function price_drops', held: 'price_drops', ...grid },
    says: noProducts('Error loading products', 'function price_drops'),
  },
  {
    ...{ path: '/amazon-deals', without: 'table amazon_products', held: 'amazon_products', ...grid },
    says: noProducts('Error loading Amazon products', 'table amazon_products'),
  },
  {
    ...{ path: '/shop?tab=awin', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/shop?tab=retailer', without: 'table amazon_products', held: 'amazon_products', ...grid },
    says: noProducts('Error loading Amazon products', 'table amazon_products'),
  },
  {
    ...{ path: '/home-decor', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading home decor products', 'function list_products'),
  },
  {
    ...{ path: '/gifts', within: '#deals', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/brands/fleurette', without: 'function list_products', held: 'products', ...grid },
    says: noProducts('Error loading products', 'function list_products'),
  },
  {
    ...{ path: '/', within: '#deals', without: 'function list_products', held: 'products', ...grid },
    says: 'Failed to load products',
  },
  {
    ...{ path: '/offers', within: 'section:has(#fallen)', without: 'table products', held: 'products', ...grid },
    says: 'permission denied for table products',
  },
  {
    ...{
      path: '/collections',
      without: 'table collections',
      held: 'collections',
      loaded: '[data-part~=collection-wall] a',
    },
    ...{ says: 'permission denied for table collections', loading: 'Loading collections' },
  },
  {
    ...{ path: '/stores', without: 'function merchant_directory', held: 'merchants', loaded: '[data-part~=stores] li' },
    ...{ says: 'permission denied for function merchant_directory', loading: 'Loading the stores...' },
  },
  {
    ...{ path: '/wallpapers', without: 'table wallpapers', held: 'wallpapers', loaded: '[data-part~=wallpaper-card]' },
    ...{ says: 'permission denied for table wallpapers', loading: 'Loading wallpapers...' },
  },
  {
    ...{
      path: '/blog',
      without: 'table blog_posts',
      held: 'blog_posts',
      loaded: '[data-part~=article-wall] [data-part~=article-card] h2',
    },
    ...{ says: 'No posts found', loading: 'Loading articles' },
  },
  {
    ...{ path: '/blog/under-eye-patches-guide', without: 'table blog_posts', held: 'blog_posts' },
    ...{
      says: 'permission denied for table blog_posts',
      loading: 'Loading the article',
      loaded: '[data-part~=article-text] p',
    },
  },
  {
    ...{ path: '/about', without: 'table pages', held: 'pages', loaded: '[data-part~=prose-text] p' },
    ...{ says: 'permission denied for table pages', loading: 'Loading the article' },
  },
  {
    ...{
      path: '/p/828',
      without: 'table products',
      held: 'products',
      loaded: '[data-part~=buy-box] [data-part~=product-price]',
    },
    ...{ says: 'permission denied for table products', loading: 'Loading the product' },
  },
]
