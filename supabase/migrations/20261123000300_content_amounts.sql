-- How much is in an offer, for prices per 100 ml, 100 g or ounce: read by the importer from its size or name, once. Null where
-- neither tells it, and for what is not used up.
alter table public.products
  add column content_amount numeric check (content_amount > 0 and content_amount < 1e9),
  add column content_unit text collate "C" check (content_unit in ('ml', 'g', 'oz'));
comment on column public.products.content_amount is 'How much is in it, in content_unit. Written by imports.';
comment on column public.products.content_unit is 'ml, g, or oz where the label does not say of what.';
