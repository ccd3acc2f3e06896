-- Addresses that pages show as links or images: of the web, or of this site, and of nothing else. Browsers drop control
-- characters and read a backslash as a slash, so neither may stand where it changes which site is meant.

do $$
declare
  -- Written out in each constraint: Postgres inlines no function there, and imports check a million rows.
  web constant text := '^https?://[^/\\[:space:][:cntrl:]][^[:cntrl:]]*$';
  shown constant text := '^(https?://[^/\\[:space:][:cntrl:]][^[:cntrl:]]*|/([^/\\[:cntrl:]][^[:cntrl:]]*)?)$';
  site constant text := '^/([^/\\[:cntrl:]][^[:cntrl:]]*)?$';
  -- Forms send an empty text for none.
  or_empty constant text := '|^$';
  place record;
begin
  for place in
    select *
    from (values
      ('products', 'affiliate_link', web),
      ('products', 'image_url', shown || or_empty),
      ('amazon_products', 'product_url', web),
      ('amazon_products', 'image_url', shown || or_empty),
      ('draft_products', 'affiliate_url', web || or_empty),
      ('wallpapers', 'image_url', shown),
      ('wallpapers', 'download_url', shown),
      ('pages', 'url', site),
      ('collections', 'path', site),
      ('collections', 'image_url', shown || or_empty),
      ('merchants', 'website', web || or_empty),
      ('merchants', 'logo_url', shown || or_empty),
      ('homepage_settings', 'hero_background_image', shown || or_empty),
      ('blog_posts', 'image_url', shown || or_empty)
    ) as places (of_table, of_column, pattern)
  loop
    execute format(
      'alter table public.%1$I add constraint %4$I check (%2$I ~* %3$L)',
      place.of_table, place.of_column, place.pattern, place.of_column || '_is_an_address');
  end loop;
end
$$;
