/**
 * Who may do what: the one table of rights, of every role on every object of the shop's database and buckets. The tests
 * beside it ask a server over HTTP; supabase/rights.db.test.ts compares it with the catalogue, so that an object without a
 * line here fails, and so does a grant that nobody here needs.
 */
export const ROLES = ['anon', 'viewer', 'editor', 'admin', 'service'] as const
export type Role = (typeof ROLES)[number]

/** Letters of c(reate), r(ead), u(pdate), d(elete), in this order; x is a call; '' is nothing at all. */
export type Rights = Record<Role, string>

const EVERYBODY_READS = { anon: 'r', viewer: 'r', service: 'crud' }
const CONTENT: Rights = { ...EVERYBODY_READS, editor: 'crud', admin: 'crud' }
const SET_UP: Rights = { ...EVERYBODY_READS, editor: 'r', admin: 'crud' }
const FIGURES: Rights = { ...EVERYBODY_READS, editor: 'r', admin: 'r' }
const DRAFTS: Rights = { anon: '', viewer: '', editor: 'crud', admin: 'crud', service: 'crud' }
const ADMINS: Rights = { anon: '', viewer: '', editor: '', admin: 'crud', service: 'crud' }
const RECORDS: Rights = { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' }
/** Written by the database alone. */
const LOG: Rights = { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'r' }
const ADMINS_LOG: Rights = { ...LOG, editor: '' }
const CLOSED: Rights = { anon: '', viewer: '', editor: '', admin: '', service: '' }

/** Tables of the API; in brackets the state of the row, where rows of one table are not all alike. */
export const TABLES: Record<string, Rights> = {
  user_roles: ADMINS,
  'audit_log (of what editors edit)': LOG,
  'audit_log (of settings)': ADMINS_LOG,
  trash: { ...LOG, service: 'rd' },
  // Written by deleting and restoring products.
  blocked_offers: LOG,
  // Written by a trigger.
  hand_prices: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'r' },
  // Written by a trigger; deleting a row releases the field.
  hand_edits: { anon: '', viewer: '', editor: 'rd', admin: 'rd', service: 'rd' },
  job_runs: LOG,
  // Written by triggers of what they are about.
  notifications: LOG,
  // Functions of the shop may add lines.
  job_run_lines: { ...LOG, service: 'cr' },
  site_settings: { ...ADMINS, editor: 'r' },
  networks: SET_UP,
  merchants: CONTENT,
  programmes: { ...RECORDS, admin: 'crud' },
  feeds: SET_UP,
  merchant_files: ADMINS,
  feed_selections: { ...RECORDS, admin: 'crud' },
  saved_searches: { ...RECORDS, admin: 'crud' },
  'products (listed)': CONTENT,
  'products (delisted)': DRAFTS,
  'price_history (of a merchant that allows it)': FIGURES,
  'price_history (of a merchant that forbids it)': RECORDS,
  'price_drops (of a merchant that allows it)': FIGURES,
  'price_drops (of a merchant that forbids it)': RECORDS,
  amazon_products: CONTENT,
  'homepage_settings (active)': SET_UP,
  'homepage_settings (inactive)': ADMINS,
  'collections (active)': CONTENT,
  'collections (inactive)': DRAFTS,
  'pages (published)': CONTENT,
  'pages (unpublished)': DRAFTS,
  'blog_posts (active)': CONTENT,
  'blog_posts (inactive)': DRAFTS,
  'comparison_posts (published)': CONTENT,
  'comparison_posts (to come)': DRAFTS,
  'wallpaper_collections (active)': CONTENT,
  'wallpaper_collections (inactive)': DRAFTS,
  'wallpapers (active)': CONTENT,
  'wallpapers (inactive)': DRAFTS,
  draft_products: DRAFTS,
  newsletter_subscribers: ADMINS,
  price_watchers: ADMINS,
  price_alerts: ADMINS,
  contact_messages: ADMINS,
  events: RECORDS,
  daily_events: RECORDS,
  feed_runs: RECORDS,
  feed_run_samples: RECORDS,
  refused_rows: RECORDS,
  feed_schedules: { ...RECORDS, admin: 'crud' },
}
/** The table of a line. */
export const tableOf = (line: string): string => line.replace(/ \(.*$/, '')

/** Tables and views of the schema private, which no request can name; functions and policies read some as their caller. */
export const PRIVATE_TABLES: Record<string, Rights> = {
  alert_tokens: { ...CLOSED, service: 'crud' },
  article_documents: CLOSED,
  // Procedures that save, undo and restore ask as their caller.
  audited_tables: { anon: '', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  // As public as the products that bear the names.
  catalogue_names: { anon: 'r', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  colour_words: CLOSED,
  csv_rows: { ...CLOSED, service: 'cr' },
  csv_uploads: { ...CLOSED, service: 'cr' },
  daily_salts: { ...CLOSED, service: 'crd' },
  deleted_products: CLOSED,
  feed_clocks: CLOSED,
  feed_kinds: CLOSED,
  feed_mails: { ...CLOSED, service: 'ru' },
  feed_times: CLOSED,
  amazon_documents: CLOSED,
  amazon_gtins: CLOSED,
  amazon_items: CLOSED,
  feed_credentials: { ...CLOSED, service: 'crud' },
  hidden_prices: { ...CLOSED, editor: 'r', admin: 'r', service: 'r' },
  item_aliases: CLOSED,
  recovery_codes: CLOSED,
  job_kinds: CLOSED,
  // What filters and exports know, as audited_tables.
  listed_tables: { anon: '', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  // As public as the products that are counted.
  listing_counts: { anon: 'r', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  merchant_names: CLOSED,
  network_calls: CLOSED,
  merchant_pages: { ...CLOSED, editor: 'r', admin: 'r', service: 'r' },
  newsletter_tokens: { ...CLOSED, service: 'crud' },
  image_key: CLOSED,
  picture_tones: CLOSED,
  notification_reads: CLOSED,
  planned_mails: { ...CLOSED, service: 'crd' },
  postponed_indexes: CLOSED,
  product_documents: CLOSED,
  // Lists of price drops ask as their caller.
  proven_drops: { anon: 'r', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  product_texts: CLOSED,
  rate_limits: { ...CLOSED, service: 'crud' },
  resizable_images: CLOSED,
  search_synonyms: CLOSED,
  search_words: CLOSED,
  // Policies ask as their caller.
  shop_settings: { anon: 'r', viewer: 'r', editor: 'r', admin: 'r', service: 'r' },
  setup_checks: { ...CLOSED, service: 'cru' },
  touched_items: CLOSED,
}

const EVERYBODY: Rights = { anon: 'x', viewer: 'x', editor: 'x', admin: 'x', service: 'x' }
const SIGNED_IN: Rights = { ...EVERYBODY, anon: '' }

export interface FunctionRights {
  may: Rights
  /** Why it runs with its owner's rights; without a reason it runs as its caller. */
  asOwner?: string
  /** What a call needs; null for a function of a row, which is asked for like a column. */
  args?: Record<string, unknown> | null
}

const NOBODY = '00000000-0000-4000-8000-00000000ffff'
const STAFF: Rights = { ...CLOSED, editor: 'x', admin: 'x' }
const STAFF_LIST = 'the search index is nobody’s to read; the function asks for the role editor itself'
const STAFF_AND_SERVICE: Rights = { ...STAFF, service: 'x' }
const FEED_RUN = {
  may: STAFF_AND_SERVICE,
  asOwner: 'runs of imports are nobody’s to write; the function asks for the role editor itself',
}
const LISTED_ONLY = 'row-level security would keep lists of listed products from their indexes'

/** Functions of the API. */
export const FUNCTIONS: Record<string, FunctionRights> = {
  account_names: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'accounts are the service’s own table; the function asks for the role admin itself',
    args: { ids: [NOBODY] },
  },
  cancel_job: {
    may: SIGNED_IN,
    asOwner: 'runs are nobody’s to write; the function asks for the role of the run itself',
    args: { run_id: NOBODY },
  },
  copy_address: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'accounts and the outbox belong to the platform; the function asks for the role admin itself',
    args: { address: 'nobody@test.example' },
  },
  count_matching: { may: SIGNED_IN, args: { of_table: 'no_such_table', filter: [] } },
  retry_job: {
    may: SIGNED_IN,
    asOwner: 'runs are nobody’s to write; the function asks for the role of the run itself',
    args: { run_id: NOBODY },
  },
  start_job: {
    may: { ...CLOSED, editor: 'x', admin: 'x', service: 'x' },
    asOwner: 'runs are nobody’s to write; the function asks for the role of the kind itself',
    // Cancelled by nobody and done by nobody: no worker runs beside the tests.
    args: { kind_param: 'undo-change-set', args_param: { change_set: NOBODY } },
  },
  cancel_feed_run: { ...FEED_RUN, args: { run_id: 0 } },
  discard_held_run: { ...FEED_RUN, args: { run_id: 0 } },
  publish_held_run: { ...FEED_RUN, args: { run_id: 0 } },
  retry_feed_run: { ...FEED_RUN, args: { run_id: 0 } },
  start_feed_run: { ...FEED_RUN, args: { kind_param: 'no-such-import' } },
  list_feed_schedules: {
    may: STAFF_AND_SERVICE,
    asOwner: 'usual times and the clock are nobody’s to read; the function asks for the role editor itself',
  },
  best_price: { may: EVERYBODY, args: null },
  bestselling_products: { may: EVERYBODY, asOwner: 'clicks are nobody’s to read, which products had most of them is' },
  catalogue_directory: { may: EVERYBODY, args: { kind_param: 'brand' } },
  catalogue_page: { may: EVERYBODY, asOwner: LISTED_ONLY, args: { kind_param: 'brand', slug_param: 'none' } },
  change_protected_collection: { may: SIGNED_IN, args: { slug_param: 'no-such-collection', changes: {} } },
  count_price_drops: { may: EVERYBODY },
  count_products: { may: EVERYBODY },
  clicked_products: { may: STAFF, asOwner: 'row-level security would ask for the role once more for each row' },
  dashboard_figures: { may: STAFF, asOwner: 'row-level security would ask for the role once more for each row' },
  count_staff_products: { may: STAFF, asOwner: STAFF_LIST },
  delete_protected_collection: { may: SIGNED_IN, args: { slug_param: 'no-such-collection' } },
  detail_facets: { may: EVERYBODY, asOwner: LISTED_ONLY },
  erase_address: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'the outbox belongs to the platform; the function asks for the role admin itself',
    args: { address: 'nobody@test.example' },
  },
  find_address: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'accounts and the outbox belong to the platform; the function asks for the role admin itself',
    args: { address: 'nobody@test.example' },
  },
  create_recovery_codes: {
    may: { ...SIGNED_IN, service: '' },
    asOwner: 'codes are nobody’s to read or write; the function makes the caller’s own',
  },
  give_role: {
    may: { ...CLOSED, admin: 'x', service: 'x' },
    args: { user_id_param: NOBODY, role_param: null, reason_param: 'test' },
  },
  get_user_role: { may: SIGNED_IN, args: { user_id_param: NOBODY } },
  gone_product: {
    may: EVERYBODY,
    asOwner: 'tells name and category of one product that is gone, which its page said before',
    args: { of_product: 1 },
  },
  increment_wallpaper_download: {
    may: EVERYBODY,
    asOwner: 'counts one download of an active wallpaper and nothing else',
    args: { wallpaper_id: NOBODY },
  },
  journal: { may: EVERYBODY },
  known_price: { may: SIGNED_IN, args: null },
  merchant_url: { may: SIGNED_IN, args: null },
  list_products: { may: EVERYBODY, asOwner: LISTED_ONLY },
  list_staff: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'accounts are the service’s own table; the function asks for the role admin itself',
  },
  listing_facets: { may: EVERYBODY, asOwner: LISTED_ONLY },
  may_alert: {
    may: EVERYBODY,
    asOwner: 'what merchants and networks allow is decided by a function that visitors may not call',
    args: null,
  },
  merchant_directory: { may: EVERYBODY },
  my_notifications: {
    may: STAFF,
    asOwner: 'who has read what is nobody’s to read; the function tells the caller’s own, of what their role may see',
  },
  read_notifications: {
    may: STAFF,
    asOwner: 'who has read what is nobody’s to write; the function notes the caller’s own',
    args: { ids: [1], is_read: true },
  },
  my_staff_role: {
    may: { ...SIGNED_IN, service: '' },
    asOwner: 'sessions and factors are nobody’s to read; it tells the caller of the caller alone',
  },
  narrow_products: { may: EVERYBODY, asOwner: LISTED_ONLY },
  page_slugs: { may: EVERYBODY, asOwner: 'names become addresses by functions of nobody’s', args: null },
  picture: { may: EVERYBODY, asOwner: 'signs an address with a key that is nobody’s to read', args: null },
  price_as_of: { may: EVERYBODY, args: null },
  price_by_hand: {
    may: EVERYBODY,
    asOwner: 'who wrote a price is staff’s to read, that somebody did is everybody’s',
    args: null,
  },
  price_drop_choices: { may: EVERYBODY },
  price_drops: { may: EVERYBODY },
  product_categories: { may: EVERYBODY },
  product_merchants: { may: EVERYBODY },
  product_offers: { may: EVERYBODY, args: { of_product: 1 } },
  product_sitemap_parts: { may: EVERYBODY },
  product_statistics: { may: STAFF, asOwner: LISTED_ONLY },
  product_variants: { may: EVERYBODY, args: { of_product: 1 } },
  read_outbox: {
    may: { ...CLOSED, admin: 'x' },
    asOwner: 'the outbox belongs to the platform; the function asks for the role admin itself',
  },
  restore_from_trash: {
    may: SIGNED_IN,
    asOwner: 'the trash and old prices are nobody’s to write; the function asks for the role of each row itself',
    args: { ids: [NOBODY] },
  },
  save_row: { may: SIGNED_IN, args: { of_table: 'no_such_table', of_key: '1', began: {}, changes: {} } },
  undo_change_set: { may: SIGNED_IN, args: { of_set: NOBODY } },
  related_products: { may: EVERYBODY, asOwner: LISTED_ONLY, args: { of_product: 1 } },
  search_facets: { may: EVERYBODY, asOwner: 'the search index is nobody’s to read', args: { query_text: 'x' } },
  search_products: { may: EVERYBODY, asOwner: 'the search index is nobody’s to read', args: { query_text: 'x' } },
  search_shop: { may: EVERYBODY, asOwner: 'the search index is nobody’s to read', args: { query_text: 'x' } },
  staff_products: { may: STAFF, asOwner: STAFF_LIST },
  suggest: { may: EVERYBODY, asOwner: 'the search index is nobody’s to read', args: { typed: 'x' } },
  update_user_role: {
    may: { ...CLOSED, admin: 'x', service: 'x' },
    args: { user_id_param: NOBODY, role_param: 'editor' },
  },
  was_price: { may: EVERYBODY, args: null },
}

/** Functions of the schema private that policies and the shop's functions call; the others are their owner's alone. */
export const PRIVATE_FUNCTIONS: Record<string, Rights> = {
  begin_export: { ...CLOSED, service: 'x' },
  changed_since: SIGNED_IN,
  count_changes: SIGNED_IN,
  differs_from_before: SIGNED_IN,
  end_sessions: { ...CLOSED, service: 'x' },
  filter_sql: SIGNED_IN,
  has_an_admin: SIGNED_IN,
  has_role: EVERYBODY,
  is_last_admin: { ...CLOSED, service: 'x' },
  is_recently_proved: { ...CLOSED, service: 'x' },
  is_better: EVERYBODY,
  is_same_thing: EVERYBODY,
  key_type: SIGNED_IN,
  lock_admins: SIGNED_IN,
  log_account_change: { ...CLOSED, service: 'x' },
  may_alert_of: { ...CLOSED, service: 'x' },
  offer_class: EVERYBODY,
  offer_total: EVERYBODY,
  plan_feed_mails: { ...CLOSED, service: 'x' },
  reason: SIGNED_IN,
  refuse_what_left_the_trash: SIGNED_IN,
  renew_proof: { ...CLOSED, service: 'x' },
  require_recent_proof: SIGNED_IN,
  require_role_as_seen: SIGNED_IN,
  roll_up_events: { ...CLOSED, service: 'x' },
  second_factor_is_shown: EVERYBODY,
  session_is_open: EVERYBODY,
  sessions_of: { ...CLOSED, service: 'x' },
  shown_files: { ...CLOSED, service: 'x' },
  stock_rank: EVERYBODY,
  take_network_limit: { ...CLOSED, service: 'x' },
  take_recovery_code: { ...CLOSED, service: 'x' },
  take_rate_limit: { ...CLOSED, service: 'x' },
  tracks_prices: EVERYBODY,
  undo_changes: SIGNED_IN,
}

/** Buckets of the shop. */
/** A bucket that no policy names. */
export const UNNAMED_BUCKET: Rights = { ...CLOSED, service: 'crud' }
export const BUCKETS: Record<string, Rights> = { wallpapers: CONTENT, images: CONTENT, trash: UNNAMED_BUCKET }
