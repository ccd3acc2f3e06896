/** The tabs of /shop: links, so that each has an address and none needs script. */
export const shopTabs = [
  { id: 'all', label: 'All Products' },
  { id: 'shopify', label: 'Shopify Store' },
  { id: 'retailer', label: 'Retailer' },
  { id: 'awin', label: 'Fashion & Beauty' },
  { id: 'cj', label: 'Lifestyle' },
] as const
export type ShopTab = (typeof shopTabs)[number]['id']

/** The chips of the first tab. */
export const shopFilters = [
  { id: 'bestsellers', label: 'Bestsellers' },
  { id: 'new', label: 'New Arrivals' },
  { id: 'sale', label: 'On Sale' },
] as const
export type ShopFilter = (typeof shopFilters)[number]['id']

export interface ShopView {
  tab: ShopTab
  filter: ShopFilter | null
  category: string | null
}

const longest = 200

export function parseShopView(search: URLSearchParams): ShopView {
  return {
    tab: shopTabs.find(({ id }) => id === search.get('tab'))?.id ?? 'all',
    filter: shopFilters.find(({ id }) => id === search.get('filter'))?.id ?? null,
    category: search.get('category')?.trim().slice(0, longest) || null,
  }
}

/** In the browser's tab: 'Bestsellers | Shop' (specification, 2.6); the shop itself is a page of the site. */
export function shopTitle(view: ShopView | undefined): { title: string; section?: string } {
  const open = shopFilters.find(({ id }) => view?.tab === 'all' && id === view.filter)
  const label = view?.tab === 'all' ? open?.label : shopTabs.find(({ id }) => id === view?.tab)?.label
  return label ? { title: label, section: 'Shop' } : { title: 'Shop' }
}

export function shopHref({ tab, filter, category }: ShopView): string {
  const search = new URLSearchParams()
  if (tab !== 'all') search.set('tab', tab)
  if (tab === 'all' && filter) search.set('filter', filter)
  if (tab === 'all' && category) search.set('category', category)
  const query = search.toString()
  return query ? `/shop?${query}` : '/shop'
}
