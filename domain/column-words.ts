/** What people call the columns of each table: forms, the log of changes and imports alike. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amazon_products: {
    price_observed_at: 'Price read',
    product_title: 'Title',
    product_url: 'Affiliate link',
    rating: 'Our score',
    rating_source: 'Score by',
  },
  'auth.users': { encrypted_password: 'Password' },
  blog_posts: { is_active: 'Published', post_type: 'Kind', read_time: 'Reading time' },
  collections: { display_order: 'Place', path: 'Leads to' },
  comparison_posts: { is_weekly_roundup: 'Weekly roundup' },
  draft_products: { affiliate_url: 'Affiliate link', extracted_data: 'What was read', product_id: 'Product' },
  feed_schedules: { at_time: 'Time of day', every_minutes: 'Minutes between', is_paused: 'Paused' },
  homepage_settings: {
    hero_background_image: 'Image address',
    hero_badge_text: 'Badge',
    hero_button_text: 'Button',
    hero_subtitle: 'Subtitle',
    hero_title: 'Title',
  },
  merchants: {
    alias_of: 'Old name of',
    is_trusted: 'Trusted',
    logo_url: 'Logo address',
    max_age: 'Oldest price that may be shown',
    may_alert: 'Price drops may be mailed to visitors',
    may_cloak: 'Its links may go through a redirect of this site',
    may_email: 'Its links may stand in emails',
    may_show_history: 'Past prices may be shown',
    may_show_rating: 'Its star ratings may be shown',
    may_store_image: 'Its images may be copied',
    tag_rule: 'Rule for its tags',
  },
  networks: {
    click_hosts: 'Hosts that its affiliate links point at',
    may_alert: 'Price drops may be mailed to visitors',
    may_email: 'Its links may stand in emails',
    may_show_history: 'Past prices may be shown',
    price_max_age: 'Oldest price that may be shown',
  },
  pages: { url: 'Address' },
  products: {
    delisted_at: 'Hidden since',
    external_id: 'Id in the feed',
    list_price: 'Price before',
    merchant_category: 'Category of the merchant',
    merchant_name: 'Merchant',
    observed_at: 'Price read',
    product_name: 'Name',
  },
  wallpapers: { collection_id: 'Collection', download_count: 'Downloads' },
}

/** The same in every table. */
const COMMON: Readonly<Record<string, string>> = {
  asin: 'ASIN',
  colour: 'Color',
  created_at: 'Added',
  feed_id: 'Feed',
  gtin: 'GTIN',
  image_url: 'Image address',
  is_active: 'Active (visible on the site)',
  is_published: 'Published',
  merchant_id: 'Merchant',
  network_id: 'Network',
  programme_id: 'Programme',
  user_id: 'Account',
}

export function columnWord(table: string, column: string): string {
  const known = TABLES[table]?.[column] ?? COMMON[column]
  if (known !== undefined) return known
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
