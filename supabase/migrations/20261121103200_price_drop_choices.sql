-- What the list of price drops can be narrowed by: the categories and merchants that have one, sorted.
create function public.price_drop_choices() returns table (facet text, value text)
  language sql stable
  set search_path = ''
as $$
  (
    select distinct 'category', category
    from public.price_drops
    where dropped_at > now() - interval '30 days'
    order by category
    limit 200
  )
  union all
  (
    select distinct 'merchant', merchant_name
    from public.price_drops
    where dropped_at > now() - interval '30 days'
    order by merchant_name
    limit 200
  )
$$;
grant execute on function public.price_drop_choices() to anon, authenticated, service_role;
