/** Lists that take CSV files, by their table: what the mapping screen calls them and where it leads back to. */
export const CSV_TABLES: Readonly<Record<string, { title: string; list: string }>> = {
  products: { title: 'products', list: '/products' },
  amazon_products: { title: 'retailer products', list: '/retailer-products' },
  merchants: { title: 'merchants', list: '/merchants' },
  networks: { title: 'networks', list: '/networks' },
}
