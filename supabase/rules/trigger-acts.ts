import { STAFF } from '#tests/support/as-staff.ts'

export interface Act {
  /** What stands there before. */
  given?: string
  /** Whose rights the act has; without it the owner's. */
  by?: 'admin'
  act: string
  /** A query of one value, which is asked as the owner; refusals are told instead of it. */
  look: string
  seen: string
}

const PRODUCT = `insert into public.products
    (id, product_name, merchant_name, affiliate_link, price, currency, category, price_changed_at)
  values (9001, 'Zebra lamp', 'Maker', 'https://shop.example/x', 10, 'USD', 'Other', now() - interval '9 days');`
const IMPORTED = `set local shop.bulk_import = 'on'; ${PRODUCT} set local shop.bulk_import = 'off';`
const FEED = `
  insert into public.merchants (id, name, slug) values (901, 'Maker', 'maker');
  insert into public.programmes (id, network_id, external_id, merchant_id, name) values (901, 'awin', 'p', 901, 'P');
  insert into public.feeds (id, programme_id, external_id) values (901, 901, 'f');`
const FEED_PRODUCT = `${FEED} ${IMPORTED} set local shop.bulk_import = 'on';
  update public.products set feed_id = 901, external_id = 'x' where id = 9001; set local shop.bulk_import = 'off';`

/** One item with two offers that fell; the first saves more. */
const twoDrops = (merchants: string) => `
  ${merchants}
  set local shop.bulk_import = 'on';
  insert into public.products (id, product_name, merchant_name, affiliate_link, item_id, price, currency, source)
    values (9101, 'A', 'One', 'https://shop.example/x', 77, 50, 'USD', 'awin'),
      (9102, 'A', 'Two', 'https://shop.example/x', 77, 80, 'USD', 'cj');
  insert into public.price_drops
      (product_id, category, merchant_name, source, was_price, price, currency, dropped_at, leads)
    values (9101, 'Other', 'One', 'awin', 100, 50, 'USD', now(), true),
      (9102, 'Other', 'Two', 'cj', 100, 80, 'USD', now(), false);
  set local shop.bulk_import = 'off';`
const merchant = (id: number, name: string, mayShow: boolean) =>
  `insert into public.merchants (id, name, slug, may_show_history) values (${id}, '${name}', 's${id}', ${mayShow});`
const LEADING_DROP = 'select product_id from public.price_drops where leads'
const DOCUMENTS = `select count(*) from private.product_documents where product_id = 9001`

const ACCOUNT_LINES = `select string_agg(table_name || ' ' || columns[1], ', ') from public.audit_log
  where row_key = '${STAFF.editor}'`

const JOB = '00000000-0000-4000-8000-00000000bbbb'

/** As an admin whose session nobody knows, so that it was not proved lately. */
const UNPROVED = `set local "request.jwt.claims" =
  '{"sub": "${STAFF.admin}", "role": "authenticated", "session_id": "00000000-0000-4000-8000-00000000eeee"}';`

/** What each trigger does that is its table's own, seen by one act. Other triggers are on many tables: see the test. */
export const ACTS: Record<string, Act> = {
  'amazon_products.drop_overdue_price': {
    act: `insert into public.amazon_products (id, product_title, product_url, price, price_observed_at)
      values (901, 'Lamp', 'https://www.amazon.com/dp/B000000000', 5, now() - interval '25 hours')`,
    look: 'select count(price) from public.amazon_products where id = 901',
    seen: '0',
  },
  'amazon_products.index_changed_amazon_product': {
    act: `insert into public.amazon_products (id, product_title, product_url)
      values (901, 'Lamp', 'https://www.amazon.com/dp/B000000000')`,
    look: 'select count(*) from private.amazon_documents where amazon_product_id = 901',
    seen: '1',
  },
  'amazon_products.index_deleted_amazon_product': {
    given: `insert into public.amazon_products (id, product_title, product_url)
      values (901, 'Lamp', 'https://www.amazon.com/dp/B000000000')`,
    act: 'delete from public.amazon_products where id = 901',
    look: 'select count(*) from private.amazon_documents where amazon_product_id = 901',
    seen: '0',
  },
  'audit_log.keep_audit_log': {
    given: `insert into public.audit_log (table_name, row_key, action, columns, change_set, for_role)
      values ('pages', 'x', 'update', '{}', gen_random_uuid(), 'editor')`,
    act: `update public.audit_log set reason = 'another'`,
    look: 'select reason from public.audit_log',
    seen: 'The log of changes is only ever added to',
  },
  'audit_log.keep_whole_audit_log': {
    act: 'truncate public.audit_log',
    look: `select 'emptied'`,
    seen: 'The log of changes is only ever added to',
  },
  'auth.users.log_changed_account': {
    act: `update auth.users set encrypted_password = 'another' where id = '${STAFF.editor}'`,
    look: ACCOUNT_LINES,
    seen: 'auth.users password changed',
  },
  'auth.mfa_factors.log_changed_factor': {
    act: `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), '${STAFF.editor}', 'totp', 'verified', now(), now())`,
    look: ACCOUNT_LINES,
    seen: 'auth.users second factor set up',
  },
  'auth.identities.log_changed_identity': {
    act: `insert into auth.identities (user_id, provider, provider_id, identity_data) values ('${STAFF.editor}', 'acme', '1', '{}')`,
    look: ACCOUNT_LINES,
    seen: 'auth.users identity linked',
  },
  'auth.webauthn_credentials.log_changed_passkey': {
    act: `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ('${STAFF.editor}', 'a', 'b')`,
    look: ACCOUNT_LINES,
    seen: 'auth.users passkey registered',
  },
  'blog_posts.index_changed_article': {
    act: `insert into public.blog_posts (slug, title, is_active) values ('lamps', 'Lamps', true)`,
    look: `select count(*) from private.article_documents where slug = 'lamps'`,
    seen: '1',
  },
  'pages.index_changed_article': {
    act: `insert into public.pages (url, name, is_published) values ('/blog/lamps', 'Lamps', true)`,
    look: `select count(*) from private.article_documents where slug = 'lamps'`,
    seen: '1',
  },
  'feeds.feeds_with_products_stay': {
    given: FEED_PRODUCT,
    act: 'delete from public.feeds where id = 901',
    look: 'select count(*) from public.feeds where id = 901',
    seen: 'Feed 901 still has products',
  },
  'job_runs.judge_job': {
    act: `insert into public.job_runs (kind, lane, for_role, args)
      values ('bulk-change', 'products', 'editor', '{"table": "networks"}')`,
    look: 'select for_role from public.job_runs',
    seen: 'admin',
  },
  'merchants.choose_drops_of_changed_merchant': {
    given: twoDrops(merchant(901, 'One', false) + merchant(902, 'Two', false)),
    act: 'update public.merchants set may_show_history = true where id = 902',
    look: LEADING_DROP,
    seen: '9102',
  },
  'merchants.choose_drops_of_deleted_merchant': {
    given: `${twoDrops(merchant(901, 'One', false) + merchant(902, 'Two', true))}
      update public.price_drops set leads = not leads`,
    act: 'delete from public.merchants where id = 902',
    look: LEADING_DROP,
    seen: '9101',
  },
  'merchants.choose_drops_of_new_merchant': {
    given: twoDrops(''),
    act: merchant(902, 'Two', true),
    look: LEADING_DROP,
    seen: '9102',
  },
  'networks.choose_drops_of_changed_network': {
    given: twoDrops(merchant(901, 'One', true) + merchant(902, 'Two', true)),
    act: `update public.networks set may_show_history = false where id = 'awin'`,
    look: LEADING_DROP,
    seen: '9102',
  },
  'merchants.forget_former_name': {
    given: `${merchant(901, 'Now', false)} insert into private.merchant_names (old_name, merchant_id) values ('Once', 901)`,
    act: merchant(902, 'Once', false),
    look: 'select count(*) from private.merchant_names',
    seen: '0',
  },
  'merchants.keep_merchant_name': {
    given: `${merchant(901, 'Maker', false)} ${PRODUCT}`,
    act: `update public.merchants set name = 'Other' where id = 901`,
    look: 'select name from public.merchants where id = 901',
    seen: 'Products bear the name "Maker": it is changed by a job',
  },
  'merchants.share_rules_with_alias': {
    given: `${merchant(901, 'Now', false)} ${merchant(902, 'Once', false)}
      update public.merchants set alias_of = 901 where id = 902`,
    act: 'update public.merchants set may_email = not may_email where id = 901',
    look: 'select count(distinct may_email) from public.merchants where id in (901, 902)',
    seen: '1',
  },
  'private.listing_counts.remember_names_of_counts': {
    act: `insert into private.listing_counts (category, merchant_name, brand, price_step, better_steps, products)
      values ('Other', '', 'Lumen', 1, 0, 1)`,
    look: `select count(*) from private.catalogue_names where name = 'Lumen'`,
    seen: '1',
  },
  'products.add_named_merchant': {
    act: `set local app.actor = '${STAFF.editor}'; ${PRODUCT}`,
    look: `select slug from public.merchants where name = 'Maker'`,
    seen: 'maker',
  },
  'products.add_newly_named_merchant': {
    given: PRODUCT,
    act: `set local app.actor = '${STAFF.editor}';
      update public.products set merchant_name = 'Søster & Co' where id = 9001`,
    look: `select slug from public.merchants where name = 'Søster & Co'`,
    seen: 'soster-co',
  },
  'products.clear_counts_of_no_products': {
    given: PRODUCT,
    act: 'truncate public.products cascade',
    look: 'select count(*) from private.listing_counts',
    seen: '0',
  },
  'products.count_changed_product': {
    act: PRODUCT,
    look: `select sum(products) from private.listing_counts where merchant_name = ''`,
    seen: '1',
  },
  'products.count_deleted_product': {
    given: PRODUCT,
    act: 'delete from public.products where id = 9001',
    look: `select sum(products) from private.listing_counts where merchant_name = ''`,
    seen: '0',
  },
  'products.identify_new_product': {
    act: PRODUCT,
    look: 'select item_id = private.item_of(products) from public.products where id = 9001',
    seen: 'true',
  },
  'products.identify_changed_product': {
    given: PRODUCT,
    act: `update public.products set product_name = 'Giraffe chair' where id = 9001`,
    look: 'select item_id = private.item_of(products) from public.products where id = 9001',
    seen: 'true',
  },
  'products.index_deleted_product': {
    given: PRODUCT,
    act: 'delete from public.products where id = 9001',
    look: DOCUMENTS,
    seen: '0',
  },
  'products.keep_price_drop': {
    given: IMPORTED,
    act: 'update public.products set price = 5 where id = 9001',
    look: 'select was_price from public.price_drops where product_id = 9001',
    seen: '10',
  },
  'products.keep_price_history': {
    given: IMPORTED,
    act: 'update public.products set price = 15 where id = 9001',
    look: 'select price from public.price_history where product_id = 9001',
    seen: '10',
  },
  'products.learn_words_of_changed_product': {
    given: IMPORTED,
    act: `update public.products set colour = 'Vermilion' where id = 9001`,
    look: `select count(*) from private.search_words where word = 'vermilion'`,
    seen: '1',
  },
  'products.note_hand_edit': {
    given: FEED_PRODUCT,
    act: `set local app.actor = '${STAFF.editor}'; update public.products set brand = 'Mine' where id = 9001`,
    look: 'select column_name from public.hand_edits where product_id = 9001',
    seen: 'brand',
  },
  'products.hand_price': {
    given: IMPORTED,
    act: `set local app.actor = '${STAFF.editor}'; update public.products set price = 4 where id = 9001`,
    look: 'select count(*) from public.hand_prices where product_id = 9001',
    seen: '1',
  },
  'hand_edits.log_released_field': {
    given: `${FEED_PRODUCT} insert into public.hand_edits (product_id, column_name, change_set)
      values (9001, 'brand', gen_random_uuid())`,
    act: 'delete from public.hand_edits where product_id = 9001',
    look: `select array_to_string(columns, ',') from public.audit_log where table_name = 'hand_edits'`,
    seen: 'brand',
  },
  'products.log_new_or_removed': {
    act: `set local app.actor = '${STAFF.editor}'; ${PRODUCT}`,
    look: `select action from public.audit_log where table_name = 'products'`,
    seen: 'insert',
  },
  'products.refresh_touched_items': { act: PRODUCT, look: DOCUMENTS, seen: '1' },
  'products.touch_item_of_product': { act: PRODUCT, look: DOCUMENTS, seen: '1' },
  'products.touch_item_of_changed_product': {
    given: IMPORTED,
    act: `update public.products set description = 'Striped' where id = 9001`,
    look: DOCUMENTS,
    seen: '1',
  },
  'feed_selections.read_selected_feeds_anew': {
    given: `${FEED} update public.feeds set version = 'published' where id = 901`,
    act: `insert into public.feed_selections (network_id, programme_id, words) values ('awin', 'p', '{lamp}')`,
    look: `select version = '' from public.feeds where id = 901`,
    seen: 'true',
  },
  'private.feed_credentials.look_at_credentials_anew': {
    given: `insert into private.feed_clocks (kind, missing) values ('awin', 'AWIN_FEED_KEY'), ('cj', 'CJ_COMPANY_ID')`,
    act: `insert into private.feed_credentials (name, sealed) values ('AWIN_FEED_KEY', '\\x${'00'.repeat(40)}')`,
    look: `select string_agg(kind, ',') from private.feed_clocks where missing is not null`,
    seen: 'cj',
  },
  'merchant_files.keep_file_imports': {
    act: `insert into public.merchant_files (id, merchant, address, mapping)
      values (901, 'Loam', 'https://loam.example/a.csv', '{}'), (902, 'Reed', 'https://reed.example/a.csv', '{}');
      delete from public.merchant_files where id = 902`,
    look: `select string_agg(kind || ' ' || title, ', ') from private.feed_kinds where network_id = 'file'`,
    seen: 'file-901 Loam',
  },
  'products.forget_merchant_pages': {
    given: `${PRODUCT} insert into private.merchant_pages values (9001, 'https://shop.example/x')`,
    act: 'delete from public.products where id = 9001',
    look: 'select count(*) from private.merchant_pages where product_id = 9001',
    seen: '0',
  },
  'products.remember_deleted_products': {
    given: PRODUCT,
    act: 'delete from public.products where id = 9001',
    look: 'select product_name from private.deleted_products where product_id = 9001',
    seen: 'Zebra lamp',
  },
  'site_settings.ask_recent_proof': {
    by: 'admin',
    act: `${UNPROVED} insert into public.site_settings (key, value) values ('audit_log_days', '400')`,
    look: 'select value from public.site_settings',
    seen: 'Enter your password again to do this',
  },
  'user_roles.ask_recent_proof': {
    given: `set local app.reason = 'test'`,
    by: 'admin',
    act: `${UNPROVED} insert into public.user_roles (user_id, role) values ('${STAFF.admin}', 'viewer')`,
    look: 'select count(*) from public.user_roles',
    seen: 'Enter your password again to do this',
  },
  'contact_messages.notify_staff': {
    act: `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.c', 'S', 'M')`,
    look: `select for_role from public.notifications where table_name = 'contact_messages'`,
    seen: 'admin',
  },
  'draft_products.notify_staff': {
    act: `insert into public.draft_products (extracted_data) values ('{"product_name": "Lamp"}')`,
    look: 'select title from public.notifications',
    seen: 'A draft waits for review: Lamp',
  },
  'private.feed_credentials.log_changed_key': {
    given: `insert into private.feed_credentials (name, sealed) values ('CJ_COMPANY_ID', '\\x${'00'.repeat(40)}')`,
    act: `delete from private.feed_credentials`,
    look: `select string_agg(row_key || ' ' || columns[1], ', ' order by id) from public.audit_log
      where table_name = 'feed_credentials'`,
    seen: 'CJ_COMPANY_ID key stored, CJ_COMPANY_ID key forgotten',
  },
  'feed_schedules.refuse_odd_schedule': {
    act: `insert into public.feed_schedules (kind, every_minutes) values ('awin', 5)`,
    look: 'select count(*) from public.feed_schedules',
    seen: 'An import starts every 15 to 10080 minutes',
  },
  'feed_selections.refuse_odd_selection': {
    act: `insert into public.feed_selections (network_id, words) values ('awin', '{NULL}')`,
    look: 'select count(*) from public.feed_selections',
    seen: 'The words are a plain list of texts',
  },
  'feed_runs.notify_staff': {
    act: `insert into public.feed_runs (network_id, source_name, status) values ('awin', 'test', 'held')`,
    look: 'select title from public.notifications',
    seen: 'An import is held: Awin',
  },
  'job_runs.end_feed_run': {
    given: `insert into public.job_runs (id, kind, lane, for_role, status)
        values ('${JOB}', 'feed-run', 'products', 'editor', 'running');
      insert into public.feed_runs (network_id, source_name, job_run_id) values ('awin', 'test', '${JOB}')`,
    act: `update public.job_runs set status = 'failed', message = 'It was cut off.' where id = '${JOB}'`,
    look: 'select message from public.feed_runs',
    seen: 'It was cut off.',
  },
  'job_runs.notify_staff': {
    act: `insert into public.job_runs (kind, lane, for_role, status) values ('bulk-change', 'products', 'editor', 'failed')`,
    look: 'select title from public.notifications',
    seen: 'A job failed: bulk-change',
  },
  'site_settings.ask_second_factor_with_one': {
    by: 'admin',
    act: `insert into public.site_settings (key, value) values ('second_factor_required', 'true')`,
    look: 'select value from public.site_settings',
    seen: 'Set up your own second factor first',
  },
  'site_settings.count_saves': {
    given: `insert into public.site_settings (key, value) values ('tested', '1')`,
    act: `update public.site_settings set value = '2'`,
    look: 'select version from public.site_settings',
    seen: '2',
  },
  'user_roles.ask_why_a_role_changes': {
    by: 'admin',
    act: `update public.user_roles set role = 'editor' where role = 'viewer'`,
    look: `select count(*) from public.user_roles where role = 'viewer'`,
    seen: 'Say in a few words why this role changes',
  },
  'user_roles.keep_an_admin_on_delete': {
    given: `set local app.reason = 'test'`,
    by: 'admin',
    act: `delete from public.user_roles where role = 'admin'`,
    look: `select count(*) from public.user_roles where role = 'admin'`,
    seen: 'The last admin keeps the role',
  },
  'user_roles.keep_an_admin_on_update': {
    given: `set local app.reason = 'test'`,
    by: 'admin',
    act: `update public.user_roles set role = 'viewer'`,
    look: `select count(*) from public.user_roles where role = 'admin'`,
    seen: 'The last admin keeps the role',
  },
  'wallpaper_collections.refuse_unconfirmed_change': {
    given: `insert into public.wallpaper_collections (name, slug) values ('Pink', 'pink-phone-wallpapers')`,
    act: `delete from public.wallpaper_collections where slug = 'pink-phone-wallpapers'`,
    look: 'select count(*) from public.wallpaper_collections',
    seen: 'Collection "pink-phone-wallpapers" is a protected collection',
  },
}
