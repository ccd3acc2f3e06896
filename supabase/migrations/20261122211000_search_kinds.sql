-- What is shown where nothing has every word is of the kind that was asked for, or of a kind that another word names; and the
-- best of very many matches are found without reading a thousand products.

-- Words behind the thing that say which: "trainers white", "dress m", "trousers linen", "shampoo 250 ml".
create function private.is_detail(words text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select words ~ '^[0-9]'
    or words in ('xs', 's', 'm', 'l', 'xl', 'xxl', 'small', 'medium', 'large', 'mini', 'petite', 'ml', 'oz', 'cm')
    or words in ('linen', 'silk', 'wool', 'cotton', 'leather', 'cashmere', 'velvet', 'satin', 'suede')
    or private.is_colour(words)
$$;

-- A query whose words must say what a thing is (A), or stand in its name (AB).
create function private.weighed(wanted tsquery, weights text) returns tsquery
  language sql immutable parallel safe
  set search_path = ''
as $$
  select regexp_replace(wanted::text, '(''(?:[^'']|'''')*'')(:[*A-D]+)?', '\1:' || weights, 'g')::tsquery
$$;

-- Whether the shop has a thing that is called so. What is common stands among the newest documents, what is rare costs little.
create function private.has_any(wanted tsquery) returns boolean
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  return exists (
      select
      from (select document from private.product_documents order by product_id desc limit 1000) as newest
      where newest.document @@ wanted
    )
    or exists (select from private.find_documents where document @@ wanted)
    or exists (select from private.product_documents where document @@ wanted);
end
$$;

-- last_word of a query is what it is about: "trainers white" and "dress for a wedding" are trainers and a dress.
do $$
declare
  definition text := pg_get_functiondef('private.read_query(text, boolean)'::regprocedure);
  changes constant text[] := array[
    $change$  spelt text[] := '{}';
begin$change$,
    $change$  spelt text[] := '{}';
  thing integer; -- which clause says what is wanted
  is_thing_named boolean := true;
  thing_ended boolean := false; -- by a "for" or "with"
begin$change$,
    $change$        clauses := clauses || part;
        known := known || true;
        may_join := words_of_synonym = 1;$change$,
    $change$        if thing is null or not thing_ended and not private.is_detail(typed[position - 1]) then
          thing := cardinality(clauses) + 1;
          is_thing_named := true;
        end if;
        clauses := clauses || part;
        known := known || true;
        may_join := words_of_synonym = 1;$change$,
    $change$      may_join := false;
      position := position + 1;
      continue;
    end if;
    joined :=$change$,
    $change$      may_join := false;
      position := position + 1;
      thing_ended := thing_ended or thing is not null and typed_word in ('for', 'with', 'in', 'from', 'to');
      continue;
    end if;
    joined :=$change$,
    $change$    if may_join then
      clauses := clauses || part;$change$,
    $change$    if may_join then
      if thing is null or not thing_ended and not private.is_detail(typed_word) then
        thing := cardinality(clauses) + 1;
        is_thing_named := is_named;
      end if;
      clauses := clauses || part;$change$,
    $change$  if is_named then
    last_word := clauses[array_length(clauses, 1)];
  end if;$change$,
    $change$  -- "rse gold": a word that nothing knows is not what is wanted, as long as another follows.
  if thing is null or not known[thing] then
    thing := array_length(clauses, 1);
    is_thing_named := is_named;
  end if;
  if is_thing_named then
    last_word := clauses[thing];
  end if;$change$
  ];
begin
  for change in 0 .. cardinality(changes) / 2 - 1 loop
    if cardinality(string_to_array(definition, changes[change * 2 + 1])) <> 2 then
      raise exception 'read_query does not read as this migration expects it (change %)', change;
    end if;
    definition := replace(definition, changes[change * 2 + 1], changes[change * 2 + 2]);
  end loop;
  execute definition;
end
$$;

-- What is asked for, one after the other until something is found: every word; then the words that the shop knows, then any of
-- them, always with what is wanted, as a kind or at least in a name. Where the shop has nothing that is called so ("winter
-- coat"), only what another word names.
create function private.search_attempt(
  attempt integer, every_word tsquery, known_words tsquery, any_word tsquery, last_word tsquery
)
  returns tsquery
  language plpgsql stable
  set search_path = ''
as $$
declare
  fewer constant tsquery := case attempt when 2 then known_words else any_word end;
  weights text;
begin
  if attempt = 1 or fewer is null then
    return coalesce(case when attempt = 1 then every_word end, ''::tsquery);
  end if;
  foreach weights in array array['A', 'AB'] loop
    if last_word is not null and private.has_any(private.weighed(last_word, weights)) then
      return fewer && private.weighed(last_word, weights);
    end if;
  end loop;
  return private.weighed(fewer, 'A');
end
$$;

alter function private.match_products(tsquery, text, text, numeric, numeric, text, tsquery, boolean) rename to match_narrowed;

-- The first thousand items that match and one more, best first, each by the offer that leads it; with their commonest
-- categories and merchants. Narrowed or sorted, match_narrowed says the same.
--
-- Reading a thousand products took 4 ms and ranking them by the nearness of words 3, so only what the first pages show is
-- read and ranked so: the best by a simpler rank. Of more than a thousand no count is shown, and the categories and merchants
-- of the best stand for them all.
create function private.match_products(
  wanted tsquery,
  category_param text,
  merchant_param text,
  at_least numeric,
  below numeric,
  sort_param text,
  last_word tsquery, -- what names must say where descriptions say the rest
  out ids bigint[],
  out categories text[],
  out category_counts integer[],
  out merchants text[],
  out merchant_counts integer[]
)
  language plpgsql stable
  set search_path = ''
  -- The words decide the plan: one made for unknown words would read whole tables for rare ones.
  set plan_cache_mode = force_custom_plan
as $$
declare
  -- More than the ten pages of eight that the site shows.
  best constant integer := 100;
  weights constant real[] := '{0.02, 0.1, 0.4, 1}';
  found_ids bigint[];
  ranks real[];
  sampled integer;
  walked integer := 0; -- how many of the newest documents are looked through; none: the text index is asked
  described boolean := false; -- whether descriptions are searched too
  many boolean;
begin
  if num_nonnulls(category_param, merchant_param, at_least, below, sort_param) > 0 then
    select * into ids, categories, category_counts, merchants, merchant_counts
    from private.match_narrowed(wanted, category_param, merchant_param, at_least, below, sort_param, last_word, false);
    return;
  end if;
  -- The text index gathers every match before it gives the first, so what is very common is sooner found among the newest:
  -- reading one of those costs twice what gathering a match does, gathering for several words four times as much.
  select count(*)
  into sampled
  from (select document from private.product_documents order by product_id desc limit 1000) as newest
  where newest.document @@ wanted;
  if sampled::float8 ^ 2
    * (select reltuples from pg_catalog.pg_class where oid = 'private.product_documents'::regclass)
    * (case when wanted::text ~ '&|<' then 4 else 1 end) > 2.5e9
  then
    walked := 1500 * 1001 / sampled;
  end if;
  loop
    if walked > 0 then
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where document @@ wanted
        limit 1001
      ) as found;
    elsif not described then
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from private.product_documents
        where document @@ wanted
        limit 1001
      ) as found;
    else
      select array_agg(product_id order by rank desc, product_id desc), array_agg(rank order by rank desc, product_id desc)
      into found_ids, ranks
      from (
        select product_id, ts_rank(weights, document, wanted) as rank
        from private.product_texts
        where document @@ wanted
          and (last_word is null or ts_filter(document, '{a,b,c}') @@ last_word)
        limit 1001
      ) as found;
    end if;
    many := coalesce(cardinality(found_ids), 0) > 1000;
    exit when described or many or (walked = 0 and found_ids is not null);
    described := walked = 0;
    walked := 0; -- the newest were not like the rest
  end loop;

  with matches as materialized (
    select
      products.id,
      products.item_id,
      products.shops,
      products.category,
      products.merchant_name,
      products.availability = 'out_of_stock' as sold_out,
      found.place <= best as is_best,
      case
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        when found.place > best or numnode(wanted) > 7 then found.rank
        when described then (select ts_rank_cd(weights, document, wanted) from private.product_texts where product_id = found.id)
        else (select ts_rank_cd(weights, document, wanted) from private.product_documents where product_id = found.id)
      end as rank
    from unnest(found_ids, ranks) with ordinality as found (id, rank, place)
    join public.products on products.id = found.id
    where products.delisted_at is null
      and (not many or found.place <= best)
  ),
  by_category as (
    select category as value, count(*)::integer as counted
    from matches
    group by 1
    order by 2 desc, 1
    limit 12
  ),
  by_merchant as (
    select value, count(*)::integer as counted
    from (
      select merchant_name as value
      from matches
      where shops = 1
      union all
      select offers.merchant_name
      from matches
      join public.products as offers using (item_id)
      where matches.shops > 1
        and offers.leads_merchant
        and offers.delisted_at is null
    ) as listed
    group by 1
    order by 2 desc, 1
    limit 12
  )
  select
    -- What can be bought comes before what is sold out.
    (select array_agg(matches.id order by matches.sold_out, matches.is_best desc, matches.rank desc, matches.id desc) from matches),
    (select array_agg(value order by counted desc, value) from by_category),
    (select array_agg(counted order by counted desc, value) from by_category),
    (select array_agg(value order by counted desc, value) from by_merchant),
    (select array_agg(counted order by counted desc, value) from by_merchant)
  into ids, categories, category_counts, merchants, merchant_counts;
  ids := coalesce(ids, '{}') || case when many then found_ids[best + 1:] else '{}' end;
end
$$;

do $$
declare
  definition text := pg_get_functiondef(
    'public.search_shop(text, text, text, text, integer, integer, boolean, numeric, numeric, text)'::regprocedure
  );
  changes constant text[] := array[
    'continue when attempt > 1 and attempts[attempt] = attempts[attempt - 1];
    wanted := attempts[attempt];',
    'continue when attempt > 1 and attempts[attempt] = attempts[attempt - 1];
    wanted := attempts[attempt];
    asked := private.search_attempt(attempt, read.every_word, read.known_words, read.any_word, read.last_word);',
    'private.match_products(wanted, category_param, merchant_param, price_from, price_below, sort_param, read.last_word, attempt > 1 and not read.last_known)',
    'private.match_products(
      asked, category_param, merchant_param, price_from, price_below, sort_param, read.last_word
    )',
    'private.match_finds(wanted, category_param)',
    'private.match_finds(asked, category_param)',
    '  wanted tsquery;
',
    '  wanted tsquery;
  asked tsquery; -- the same, of the kind that is wanted
'
  ];
begin
  for change in 0 .. cardinality(changes) / 2 - 1 loop
    if cardinality(string_to_array(definition, changes[change * 2 + 1])) <> 2 then
      raise exception 'search_shop does not read as this migration expects it (change %)', change;
    end if;
    definition := replace(definition, changes[change * 2 + 1], changes[change * 2 + 2]);
  end loop;
  execute definition;
end
$$;

create or replace function public.search_products(
  query_text text,
  page_size integer default 24,
  page_start integer default 0
)
  returns setof public.products
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  read record;
  found record;
begin
  select * into read from private.read_query(query_text, false);
  for attempt in 1 .. 3 loop
    select *
    into found
    from private.match_products(
      private.search_attempt(attempt, read.every_word, read.known_words, read.any_word, read.last_word),
      null, null, read.at_least, read.below, null, read.last_word
    );
    exit when cardinality(found.ids) > 0;
  end loop;
  return query
  select products.*
  from unnest(found.ids) with ordinality as one (product_id, place)
  join public.products on products.id = one.product_id
  order by one.place
  limit least(greatest(page_size, 0), 100)
  offset greatest(page_start, 0);
end
$$;
