-- Which words are kinds is looked for among some thousand products: "gold" stands in very many names and is the kind of none,
-- and whether a word is there as a kind is read from the documents one by one.
create or replace function private.has_any(wanted tsquery) returns boolean
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
    or exists (
      select
      from (
        select document
        from private.product_documents
        where document @@ private.weighed(wanted, 'ABCD')
        limit 2000
      ) as candidates
      where candidates.document @@ wanted
    );
end
$$;

create or replace function private.search_attempt(
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
  return case when private.has_any(private.weighed(fewer, 'A')) then private.weighed(fewer, 'A') else ''::tsquery end;
end
$$;
