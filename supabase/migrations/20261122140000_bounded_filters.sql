-- Filters of lists name at most two hundred values of a kind: whoever names a hundred thousand asks for seconds of work.

create function private.check_filter(chosen text[]) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if cardinality(chosen) > 200 then
    raise exception 'A filter of this list takes 200 values at most'
      using errcode = 'invalid_parameter_value', hint = 'Ask for fewer values.';
  end if;
end
$$;

alter function public.listing_facets(text[], text[], text[], integer, integer, boolean, integer) rename to listing_facets_within;
alter function public.listing_facets_within(text[], text[], text[], integer, integer, boolean, integer) set schema private;
revoke execute on function private.listing_facets_within(text[], text[], text[], integer, integer, boolean, integer)
  from anon, authenticated;

-- The values of each filter with their numbers of items; private.listing_facets_within says how. Security definer as that.
create function public.listing_facets(
  categories text[] default null,
  merchants text[] default null,
  brands text[] default null,
  from_step integer default null,
  below_step integer default null,
  priced_only boolean default false,
  facet_size integer default 50
) returns table (facet text, value text, products bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands);
  return query
  select *
  from private.listing_facets_within(
    categories, merchants, brands, from_step, below_step, priced_only, least(greatest(facet_size, 0), 500)
  );
end
$$;
grant execute on function public.listing_facets(text[], text[], text[], integer, integer, boolean, integer)
  to anon, authenticated, service_role;
