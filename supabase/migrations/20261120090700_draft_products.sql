-- Products that an editor must look at before they are sold.

create table public.draft_products (
  id uuid primary key default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  affiliate_url text,
  -- product_name, merchant_name, image_url, price, category, description, affiliate_link, source.
  extracted_data jsonb not null default '{}' check (jsonb_typeof(extracted_data) = 'object'),
  -- The product an approval made.
  product_id bigint references public.products (id) on delete set null,
  rejection_reason text,
  reviewed_by uuid references auth.users (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.draft_products is 'Products waiting for, or past, an editor''s review.';
create index draft_products_newest on public.draft_products (created_at desc, id);
-- A product comes from one draft, however many people press Approve at once.
create unique index draft_products_product on public.draft_products (product_id) where product_id is not null;

create trigger touch_updated_at
  before update on public.draft_products
  for each row execute function private.touch_updated_at();

alter table public.draft_products enable row level security;
grant select, insert, update, delete on public.draft_products to authenticated, service_role;

create policy "editors review drafts" on public.draft_products
  for all to authenticated
  using ((select private.has_role('editor')))
  with check ((select private.has_role('editor')));
