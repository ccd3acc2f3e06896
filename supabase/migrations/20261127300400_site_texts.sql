-- Settings that are texts of the site: names, disclosures, addresses. domain/site-settings.ts has what stands without a row.

alter table public.site_settings add constraint site_texts_are_texts
  check (
    key not in ('site_name', 'site_tagline', 'site_description', 'site_byline', 'content_year', 'disclosure', 'amazon_disclosure',
      'social_proof_text', 'social_proof_source', 'email_general', 'email_partnerships', 'popular_searches',
      'social_links', 'trusted_hosts')
    or jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and 1000
  ) not valid;

-- Lists, one entry a line, as domain/site-settings.ts reads them.
alter table public.site_settings
  add constraint social_links_are_links check (
    key <> 'social_links' or value #>> '{}' ~ '^([^[:space:]:/][^:/\n]{0,39} https://[^[:space:]/][^[:space:]]*(\n|$))+$'
  ) not valid,
  add constraint trusted_hosts_are_hosts check (
    key <> 'trusted_hosts' or value #>> '{}' ~ '^(([a-z0-9][a-z0-9-]{0,62}\.)+[a-z]{2,63}(\n|$))+$'
  ) not valid;

-- Pages show them.
create trigger site_settings_change_pages
  after insert or update or delete or truncate on public.site_settings
  for each statement execute function private.notify_page_invalidation();
