/** What the tables of the log and of the trash are called, and the screen where a row of theirs is open. */
const TABLES: Readonly<Record<string, readonly [label: string, screen?: string]>> = {
  addresses: ['Personal data'],
  amazon_products: ['Retailer product', '/retailer-products'],
  audit_log: ['Log of changes'],
  'auth.users': ['Account'],
  blog_posts: ['Article'],
  collections: ['Collection', '/collections'],
  comparison_posts: ['Comparison'],
  contact_messages: ['Message', '/messages'],
  draft_products: ['Draft'],
  feed_credentials: ['Key of a network'],
  feed_schedules: ['Times of a feed', '/feeds'],
  feed_selections: ['Selection of a feed', '/feeds/selections'],
  feeds: ['Feed'],
  files: ['File'],
  homepage_settings: ['Homepage settings'],
  merchant_files: ['Merchant’s file', '/feeds/files'],
  merchants: ['Merchant', '/merchants'],
  networks: ['Network', '/networks'],
  newsletter_subscribers: ['Subscriber'],
  pages: ['Page'],
  price_alerts: ['Price alert'],
  price_watchers: ['Price watcher'],
  products: ['Product', '/products'],
  programmes: ['Programme'],
  site_settings: ['Setting'],
  user_roles: ['Role'],
  wallpaper_collections: ['Wallpaper collection'],
  wallpapers: ['Wallpaper'],
}

/** Tables whose key is an account's. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['auth.users', 'user_roles'])

/** What a line's row is called: by its own name, else by the account that it is of, else by its key. */
export const rowNameOf = (
  { table_name, row_key, row_name }: { table_name: string; row_key: string; row_name: string | null },
  nameOf: (id: string | null) => string,
): string => (OF_ACCOUNTS.has(table_name) ? nameOf(row_key) : (row_name ?? row_key))

export const tableChoices = Object.entries(TABLES).map(([value, [label]]) => ({ value, label }))

export const labelOf = (table: string): string => TABLES[table]?.[0] ?? table

/** Whether a line of the log is of one row, which is still there. */
export const hasRow = (action: string): boolean => action === 'insert' || action === 'update'

/** Where the row is open; null where it has no form. */
export function linkToRow(table: string, key: string): string | null {
  const screen = TABLES[table]?.[1]
  return screen ? `${screen}?edit=${encodeURIComponent(key)}` : null
}
