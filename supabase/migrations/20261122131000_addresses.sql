-- Addresses that pages show as links or pictures: of the web, or of this site, and of nothing else. Browsers drop control
-- characters and read a backslash as a slash, so neither may stand where it changes who is meant.
do $$
declare
  -- Written out in each constraint: Postgres inlines no function there, and imports check a million rows.
  web constant text := '^https?://[^/\\[:space:][:cntrl:]][^[:cntrl:]]*$';
  shown constant text := '^(https?://[^/\\[:space:][:cntrl:]][^[:cntrl:]]*|/([^/\\[:cntrl:]][^[:cntrl:]]*)?)$';
  site constant text := '^/([^/\\[:cntrl:]][^[:cntrl:]]*)?$';
  place record;
begin
  -- `repair` is for rows that could not be shown as they are: a picture is left out, and what must have a link is taken off.
  for place in
    select *
    from (values
      ('products', 'affiliate_link', web, $repair$affiliate_link = 'https://link.invalid/', delisted_at = coalesce(delisted_at, now())$repair$),
      ('products', 'image_url', shown, 'image_url = null'),
      ('amazon_products', 'product_url', web, $repair$product_url = 'https://link.invalid/'$repair$),
      ('amazon_products', 'image_url', shown, 'image_url = null'),
      ('draft_products', 'affiliate_url', web, 'affiliate_url = null'),
      ('wallpapers', 'image_url', shown, $repair$image_url = '/', is_active = false$repair$),
      ('wallpapers', 'download_url', shown, $repair$download_url = '/', is_active = false$repair$),
      ('pages', 'url', site, $repair$url = '/page-' || id, is_published = false$repair$),
      ('collections', 'path', site, $repair$path = '/', is_active = false$repair$),
      ('collections', 'image_url', shown, 'image_url = null'),
      ('merchants', 'website', web, 'website = null'),
      ('merchants', 'logo_url', shown, 'logo_url = null'),
      ('homepage_settings', 'hero_background_image', shown, 'hero_background_image = null'),
      ('blog_posts', 'image_url', shown, 'image_url = null')
    ) as places (of_table, of_column, pattern, repair)
  loop
    -- Forms send an empty text for none.
    if place.repair like '%= null' then
      place.pattern := place.pattern || '|^$';
    end if;
    execute format(
      'update public.%1$I set %4$s where %2$I !~* %3$L',
      place.of_table, place.of_column, place.pattern, place.repair);
    execute format(
      'alter table public.%1$I add constraint %4$I check (%2$I ~* %3$L)',
      place.of_table, place.of_column, place.pattern, place.of_column || '_is_an_address');
  end loop;
end
$$;
