-- What no caller can mean is refused with a sentence (400), before it costs anything or gives a result that says nothing.

create function private.check_price(asked numeric) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  -- NaN is greater than every number.
  if not (asked >= 0 and asked < 1e10) then
    raise exception 'A price must be a number from 0 to below 10,000,000,000, not %', asked
      using errcode = 'invalid_parameter_value', hint = 'Leave it out for no limit.';
  end if;
end
$$;

-- A step of prices, as private.price_edges counts them from 1.
create function private.check_step(asked integer) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if asked not between 0 and cardinality(private.price_edges()) then
    raise exception 'A step of prices must be from 0 to %, not %', cardinality(private.price_edges()), asked
      using errcode = 'invalid_parameter_value', hint = 'Leave it out for no limit.';
  end if;
end
$$;

-- Names are searched for word by word: a hundred thousand of them took all the time a statement has.
create function private.check_name(asked text) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if length(asked) > 200 then
    raise exception 'The name of a category or merchant has 200 characters at most'
      using errcode = 'invalid_parameter_value', hint = 'Ask for a name that a product has.';
  end if;
end
$$;

do $$
declare
  -- Function, the line that its work begins with, and what comes before it now.
  changes constant text[] := array[
    'public.search_shop(text, text, text, text, integer, integer, boolean, numeric, numeric, text)',
    '  select * into read from private.read_query(query_text, as_typed);',
    '  perform private.check_price(price_from), private.check_price(price_below),
    private.check_name(category_param), private.check_name(merchant_param);
',
    'public.list_products(text[], text[], text[], integer, integer, text, integer, integer, text, bigint, boolean, text)',
    '  if num_nonnulls(categories, merchants, brands, from_price, below_price) > 0 then
    -- Values',
    '  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands),
    private.check_step(from_step), private.check_step(below_step);
',
    'public.listing_facets(text[], text[], text[], integer, integer, boolean, integer)',
    '  perform private.check_filter(categories), private.check_filter(merchants), private.check_filter(brands);',
    '  perform private.check_step(from_step), private.check_step(below_step);
'
  ];
  definition text;
begin
  for change in 0 .. cardinality(changes) / 3 - 1 loop
    definition := pg_get_functiondef(changes[change * 3 + 1]::regprocedure);
    if cardinality(string_to_array(definition, changes[change * 3 + 2])) <> 2 then
      raise exception '% does not read as this migration expects it', changes[change * 3 + 1];
    end if;
    execute replace(definition, changes[change * 3 + 2], changes[change * 3 + 3] || changes[change * 3 + 2]);
  end loop;
end
$$;
