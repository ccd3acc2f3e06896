-- The products of shops that were there before items. An edit of each, in slices of the statement's own making: the triggers
-- of edits by hand would write a million products one by one.
set local shop.bulk_import = 'on';

update public.products
set item_id = private.item_label(product_name, brand, merchant_name, colour, size);

-- A merchant's own group and a GTIN join what names keep apart; labels are followed until nothing changes.
do $$
begin
  for round in 1 .. 20 loop
    with lowest as (
      select
        id,
        least(
          min(item_id) over (partition by coalesce(feed_id || ' ' || variant_group, 'id ' || id)),
          min(item_id) over (partition by coalesce(gtin, 'id ' || id))
        ) as item_id
      from public.products
      where delisted_at is null
    ),
    moved as (
      select products.item_id as label, min(lowest.item_id) as item_id
      from lowest
      join public.products using (id)
      where lowest.item_id < products.item_id
      group by 1
    ),
    noted as (
      insert into private.item_aliases (label, item_id)
      select label, item_id from moved
      on conflict (label) do update set item_id = excluded.item_id
    )
    update public.products
    set item_id = moved.item_id
    from moved
    where products.item_id = moved.label;
    exit when not found;
  end loop;
  update private.item_aliases as aliases
  set item_id = target.item_id
  from private.item_aliases as target
  where target.label = aliases.item_id;
  perform private.refresh_items(array(select distinct item_id from public.products where delisted_at is null));
  delete from private.product_documents as documents
  where not exists (select from public.products where products.id = documents.product_id and products.leads);
  perform private.recount_listing();
end
$$;
