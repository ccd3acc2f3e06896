-- The merchants' own pages of offers: not tracked, so that staff can look at them without a click being counted.

-- Beside the products, because a product's row is what visitors read whole. Imports fill it; not a foreign key, whose check
-- for every row costs a first import seconds.
create table private.merchant_pages (
  product_id bigint primary key,
  url text not null check (url like 'http://%' or url like 'https://%')
);
comment on table private.merchant_pages is 'The merchant''s own page of each offer, without tracking; only staff read it, no page links to it.';
alter table private.merchant_pages enable row level security;
grant select on private.merchant_pages to authenticated, service_role;

create policy "editors read merchants' pages" on private.merchant_pages
  for select to authenticated
  using ((select private.has_role('editor')));

-- Asked for by name: select=*,merchant_url
create function public.merchant_url(product public.products) returns text
  language sql stable
  set search_path = ''
as $$
  select pages.url from private.merchant_pages as pages where pages.product_id = product.id
$$;
comment on function public.merchant_url(public.products) is
  'The merchant''s own page of an offer, without tracking; for staff, never a link of the shop.';
revoke execute on function public.merchant_url(public.products) from public, anon;
grant execute on function public.merchant_url(public.products) to authenticated, service_role;

-- Trigger: the pages of deleted products.
create function private.forget_merchant_pages() returns trigger
  language plpgsql security definer -- whoever may delete a product need not write here
  set search_path = ''
as $$
begin
  delete from private.merchant_pages using gone where merchant_pages.product_id = gone.id;
  return null;
end
$$;

create trigger forget_merchant_pages
  after delete on public.products
  referencing old table as gone
  for each statement execute function private.forget_merchant_pages();
