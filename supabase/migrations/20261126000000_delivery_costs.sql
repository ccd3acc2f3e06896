-- What delivery of one piece costs as the merchant's feed tells it, in the currency of the price: two shops are compared by
-- what is paid in the end. Null: not told. Zero: free.
alter table public.products
  add column delivery_cost numeric check (delivery_cost >= 0 and delivery_cost < 1e6);
comment on column public.products.delivery_cost is 'Delivery cost as the feed tells it; null where it does not. Written by imports.';
