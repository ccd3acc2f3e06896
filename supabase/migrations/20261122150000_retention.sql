-- What is deleted by its age is found by its age.

-- Rows come in the order of their time, so a few kilobytes say which pages hold the old ones.
create index price_history_observed_until on public.price_history using brin (observed_until)
  with (autosummarize = on);

create index products_delisted on public.products (delisted_at)
  where delisted_at is not null;

create index deleted_products_deleted_at on private.deleted_products (deleted_at);
