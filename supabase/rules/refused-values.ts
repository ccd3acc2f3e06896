import { randomUUID } from 'node:crypto'
import type { Row } from '#tests/acceptance/who-may-do-what/sample.ts'
import type { SqlBase } from '#tests/support/sample-rows.ts'

const SCRIPT = 'javascript:alert(1)'
const LONG = (length: number) => 'x'.repeat(length)
const word = () => `t${randomUUID().slice(0, 8)}`
const RIGHT_PAD = `\\x${'00'.repeat(64)}`

/** By table and check: values that this check refuses and no other. */
export const REFUSED: Record<string, Record<string, Row>> = {
  amazon_products: {
    amazon_products_asin_check: { asin: 'b0' },
    amazon_products_check: { price: 5 },
    amazon_products_currency_check: { currency: 'usd' },
    amazon_products_price_check: { price: -1, price_observed_at: new Date().toISOString() },
    amazon_products_product_title_check: { product_title: '' },
    amazon_products_rating_check: { rating: 6 },
    amazon_products_rating_source_check: { rating_source: 'guessed' },
    image_url_is_an_address: { image_url: SCRIPT },
    product_url_is_an_address: { product_url: SCRIPT },
  },
  audit_log: { audit_log_action_check: { action: 'read' } },
  blog_posts: {
    blog_posts_created_at_check: { created_at: '-infinity' },
    blog_posts_slug_check: { slug: 'a b' },
    blog_posts_title_check: { title: LONG(10_000) },
    image_url_is_an_address: { image_url: SCRIPT },
  },
  collections: {
    collections_title_check: { title: LONG(10_000) },
    image_url_is_an_address: { image_url: SCRIPT },
    path_is_an_address: { path: '//elsewhere.example' },
  },
  comparison_posts: {
    comparison_posts_check: { status: 'scheduled', publish_date: null },
    comparison_posts_slug_check: { slug: 'a/b' },
    comparison_posts_status_check: { status: 'lost' },
    comparison_posts_title_check: { title: LONG(10_000) },
  },
  contact_messages: {
    contact_messages_email_check: { email: 'a' },
    contact_messages_message_check: { message: LONG(10_001) },
    contact_messages_name_check: { name: LONG(201) },
    contact_messages_subject_check: { subject: LONG(301) },
  },
  daily_events: { daily_events_bot_count_check: { bot_count: -1 }, daily_events_count_check: { count: -1 } },
  draft_products: {
    affiliate_url_is_an_address: { affiliate_url: SCRIPT },
    draft_products_extracted_data_check: { extracted_data: [] },
    draft_products_status_check: { status: 'lost' },
  },
  events: {
    events_name_check: { name: 'Not A Name' },
    events_path_check: { path: `/${LONG(500)}` },
    events_properties_check: { properties: { text: LONG(5000) } },
  },
  feed_runs: {
    feed_runs_scope_check: { scope: [] },
    feed_runs_status_check: { status: 'lost' },
    feed_runs_trigger_check: { trigger: 'chance' },
  },
  feed_selections: {
    feed_selections_check: { programme_id: '', feed_id: 'x' },
    feed_selections_check1: { words: Array.from({ length: 1001 }, (_, i) => `w${i}`) },
    feed_selections_max_rows_check: { max_rows: 0 },
    feed_selections_programme_id_check: { programme_id: LONG(121) },
  },
  homepage_settings: { hero_background_image_is_an_address: { hero_background_image: SCRIPT } },
  job_run_lines: { job_run_lines_level_check: { level: 'loud' }, job_run_lines_message_check: { message: LONG(2001) } },
  job_runs: { job_runs_args_check: { args: [] }, job_runs_status_check: { status: 'lost' } },
  merchant_files: {
    merchant_files_address_check: { address: 'http://shop.example/products.csv' },
    merchant_files_mapping_check: { mapping: [] },
    merchant_files_merchant_check: { merchant: '–' },
  },
  merchants: {
    logo_url_is_an_address: { logo_url: SCRIPT },
    max_age_is_an_age: { max_age: '-5 days' },
    merchants_name_check: { name: LONG(10_000).slice(0, 201) },
    merchants_slug_check: { slug: 'Not A Slug' },
    website_is_an_address: { website: SCRIPT },
  },
  networks: { networks_id_check: { id: 'Not An Id' }, price_max_age_is_an_age: { price_max_age: '0' } },
  newsletter_subscribers: {
    newsletter_subscribers_email_check: { email: 'a' },
    newsletter_subscribers_status_check: { status: 'lost' },
  },
  pages: { pages_name_check: { name: LONG(10_000) }, url_is_an_address: { url: '//elsewhere.example' } },
  price_alerts: {
    price_alerts_check: { kind: 'low', target_price: 5 },
    price_alerts_currency_check: { currency: 'dollars' },
    price_alerts_kind_check: { kind: 'lost' },
    price_alerts_status_check: { status: 'lost' },
    price_alerts_target_price_check: { kind: 'target', target_price: 0 },
  },
  price_drops: {
    price_drops_check: { was_price: 1, price: 1 },
    price_drops_price_check: { price: -1 },
    price_drops_source_check: { source: 'amazon' },
  },
  saved_searches: {
    saved_searches_category_check: { category: '' },
    saved_searches_max_rows_check: { max_rows: 101 },
    saved_searches_network_id_check: { network_id: 'awin' },
    saved_searches_words_check: { words: ' x' },
  },
  price_watchers: { price_watchers_email_check: { email: 'a' } },
  'private.alert_tokens': { alert_tokens_check: { expires_at: '2026-01-01T00:00:00Z' } },
  'private.catalogue_names': { catalogue_names_kind_check: { kind: 'colour' } },
  'private.feed_credentials': {
    feed_credentials_name_check: { name: 'a key' },
    feed_credentials_sealed_check: { sealed: `\\x${'00'.repeat(28)}` },
  },
  'private.image_key': {
    image_key_inner_pad_check: { inner_pad: '\\x00' },
    image_key_only_row_check: { only_row: false },
    image_key_outer_pad_check: { outer_pad: '\\x00' },
  },
  'private.feed_kinds': {
    feed_kinds_check: { every_minutes: 60 },
    feed_kinds_kind_check: { kind: 'Not A Kind' },
    feed_kinds_lane_check: { lane: 'fast' },
  },
  'private.job_kinds': { job_kinds_kind_check: { kind: 'Not A Kind' }, job_kinds_lane_check: { lane: 'fast' } },
  'private.listing_counts': { listing_counts_products_check: { products: -1 } },
  'private.merchant_pages': { merchant_pages_url_check: { url: SCRIPT } },
  'private.newsletter_tokens': { newsletter_tokens_purpose_check: { purpose: 'win' } },
  'private.picture_tones': { picture_tones_tones_check: { tones: 'red' } },
  'private.search_synonyms': {
    search_synonyms_check: { optional: false, as_good: [] },
    search_synonyms_phrase_check: { phrase: 'UPPER' },
  },
  'private.search_words': { search_words_word_check: { word: 'a' } },
  'private.shop_settings': { shop_settings_only_row_check: { only_row: false } },
  products: {
    affiliate_link_is_an_address: { affiliate_link: SCRIPT },
    image_url_is_an_address: { image_url: SCRIPT },
    products_availability_check: { availability: 'soon' },
    products_check: { list_price: 1, price: 2 },
    products_check1: { external_id: 'without a feed' },
    products_content_amount_check: { content_amount: 'NaN' },
    products_content_unit_check: { content_unit: 'cups' },
    products_created_at_check: { created_at: 'infinity' },
    products_currency_check: { currency: '!!!' },
    products_delivery_cost_check: { delivery_cost: -1 },
    products_gtin_check: { gtin: '123' },
    products_list_price_check: { list_price: 'NaN' },
    products_price_check: { price: -1 },
    products_product_name_check: { product_name: LONG(10_000) },
    products_source_check: { source: 'somewhere' },
  },
  programmes: { programmes_status_check: { status: 'lost' } },
  site_settings: {
    admin_minimum_role_is_a_role: { key: 'admin_minimum_role', value: 'viewer' },
    audit_log_days_is_a_number_of_days: { key: 'audit_log_days', value: 1 },
    second_factor_required_is_yes_or_no: { key: 'second_factor_required', value: 'perhaps' },
    site_settings_key_check: { key: 'Not A Key' },
    site_settings_value_check: { value: LONG(70_000) },
    site_texts_are_texts: { key: 'site_name', value: 5 },
    social_links_are_links: { key: 'social_links', value: 'Ours javascript:alert(1)' },
    trusted_hosts_are_hosts: { key: 'trusted_hosts', value: 'https://shop.example' },
  },
  wallpaper_collections: {
    wallpaper_collections_name_check: { name: LONG(10_000) },
    wallpaper_collections_slug_check: { slug: 'Not A Slug' },
  },
  wallpapers: {
    download_url_is_an_address: { download_url: SCRIPT },
    image_url_is_an_address: { image_url: SCRIPT },
    wallpapers_download_count_check: { download_count: -1 },
    wallpapers_title_check: { title: LONG(10_000) },
  },
}

/** Whole rows of tables that no request can name. */
export const PRIVATE_ROWS: Record<string, (base: SqlBase) => Row> = {
  'private.alert_tokens': ({ watcherId }) => ({ watcher_id: watcherId, token_hash: `\\x${'00'.repeat(32)}` }),
  'private.audited_tables': () => ({ table_name: word(), for_role: 'editor' }),
  'private.catalogue_names': () => ({ kind: 'brand', name: word(), slug: word() }),
  'private.feed_kinds': () => ({ kind: 'tested', network_id: 'awin', title: 'T', at_time: '03:00' }),
  'private.feed_credentials': () => ({ name: 'TEST_KEY', sealed: `\\x${'00'.repeat(40)}` }),
  'private.hidden_prices': ({ productId, closedMerchantName }) => {
    return { product_id: productId, merchant_name: closedMerchantName, source: 'awin', as_of: '2026-01-01T00:00:00Z' }
  },
  'private.image_key': () => ({ only_row: true, inner_pad: RIGHT_PAD, outer_pad: RIGHT_PAD }),
  'private.job_kinds': () => ({ kind: 'tested', lane: 'other', for_role: 'editor' }),
  'private.listing_counts': () => ({
    category: word(),
    merchant_name: '',
    brand: '',
    price_step: 1,
    better_steps: 0,
    products: 1,
  }),
  'private.merchant_pages': ({ productId }) => ({ product_id: productId, url: 'https://shop.example/x' }),
  'private.newsletter_tokens': ({ subscriberId }) => {
    return { token_hash: `\\x${'00'.repeat(32)}`, subscriber_id: subscriberId, purpose: 'confirm' }
  },
  'private.picture_tones': ({ productId }) => ({ product_id: productId, signature: word(), tones: 'aabbcc' }),
  'private.search_synonyms': () => ({ phrase: word(), as_good: ['x'], optional: false }),
  'private.search_words': () => ({ word: word() }),
  'private.shop_settings': () => ({ only_row: true, price_tracking: true }),
}
