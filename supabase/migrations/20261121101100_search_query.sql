-- From what was typed to what was meant.

-- Every spelling one slip of the finger away: a letter too many, two in the wrong order, a wrong one, one too few. Some
-- four hundred and fifty for a word of eight letters; looking all of them up takes a millisecond and misses none.
create function private.one_slip_away(typed text) returns text[]
  language sql immutable parallel safe
  set search_path = ''
as $$
  select array(
    select left(typed, n - 1) || substr(typed, n + 1)
    from generate_series(1, length(typed)) as n
    union all
    select left(typed, n - 1) || substr(typed, n + 1, 1) || substr(typed, n, 1) || substr(typed, n + 2)
    from generate_series(1, length(typed) - 1) as n
    union all
    select left(typed, n - 1) || letter || substr(typed, n + 1)
    from generate_series(1, length(typed)) as n, unnest(string_to_array('abcdefghijklmnopqrstuvwxyz', null)) as letter
    union all
    select left(typed, n) || letter || substr(typed, n + 1)
    from generate_series(0, length(typed)) as n, unnest(string_to_array('abcdefghijklmnopqrstuvwxyz', null)) as letter
  )
$$;

-- The word that was meant by one the catalogue does not have: the commonest one slip away (people seldom miss the first
-- letter), else two words written as one, else the most similar. Null when nothing comes near.
create or replace function private.meant_word(typed text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  meant text;
begin
  -- Too short to tell, longer than any word, or a number: as it stands.
  if length(typed) not between 3 and 30 or typed ~ '^[0-9]+$' then
    return null;
  end if;
  select word
  into meant
  from private.search_words
  where word = any (private.one_slip_away(typed)::text[])
  order by left(word, 1) = left(typed, 1) desc, frequency desc, word
  limit 1;
  if meant is null and length(typed) >= 6 then
    select first_half.word || ' ' || second_half.word
    into meant
    from generate_series(3, length(typed) - 3) as position
    join private.search_words as first_half on first_half.word = left(typed, position)
    join private.search_words as second_half on second_half.word = substr(typed, position + 1)
    order by least(first_half.frequency, second_half.frequency) desc
    limit 1;
  end if;
  -- A short word is like too many others.
  if meant is null and length(typed) >= 5 then
    select word
    into meant
    from private.search_words
    where word operator(extensions.%) typed
    order by extensions.similarity(word, typed) desc, frequency desc, word
    limit 1;
  end if;
  return meant;
end
$$;

-- The words of a query, as the vocabulary spells them, in their order.
create function private.typed_words(query_text text) returns text[]
  language sql stable
  set search_path = ''
as $$
  -- A visitor's query is short; it is cut before any expression sees it.
  select (string_to_array(
    nullif(trim(regexp_replace(
      lower(extensions.unaccent('extensions.unaccent', left(query_text, 200))), '[^[:alnum:]]+', ' ', 'g'
    )), ''),
    ' '
  ))[1:12]
$$;

-- What a shopper's words mean to a shop. Either the word may be missing ("deals": every product here is one), or these
-- words are as good ("beauty" is no category, but skincare is beauty). Operators may add their own.
create table private.search_hints (
  -- As the text search spells it.
  lexeme text collate "C" primary key,
  may_be_missing boolean not null default false,
  as_good tsquery,
  check (may_be_missing = (as_good is null))
);
comment on table private.search_hints is 'Words of shoppers that the catalogue says differently, or not at all.';
alter table private.search_hints enable row level security;

insert into private.search_hints (lexeme, may_be_missing)
select (ts_lexize('pg_catalog.english_stem', word))[1], true
from unnest(array[
  'deal', 'sale', 'discount', 'offer', 'best', 'cheap', 'buy', 'shop', 'online', 'product', 'idea', 'tip', 'woman', 'women'
]) as word
on conflict do nothing;
insert into private.search_hints (lexeme, as_good)
select (ts_lexize('pg_catalog.english_stem', word))[1], to_tsquery('private.shop_english', as_good)
from (values
  ('beauty', 'skincare | makeup | fragrance | hair'),
  ('cosmetics', 'makeup | skincare'),
  ('perfume', 'fragrance | parfum | cologne'),
  ('fragrance', 'perfume | parfum | cologne'),
  ('wellness', 'self-care'),
  ('jewellery', 'jewelry'),
  ('moisturiser', 'moisturizer'),
  ('colour', 'color'),
  ('grey', 'gray'),
  ('pyjamas', 'pajamas'),
  ('sweater', 'jumper | pullover | knit'),
  ('jumper', 'sweater | pullover | knit'),
  ('trainers', 'sneakers'),
  ('sneakers', 'trainers'),
  ('trousers', 'pants'),
  ('pants', 'trousers'),
  ('purse', 'handbag | bag'),
  ('handbag', 'bag'),
  ('couch', 'sofa'),
  ('decor', 'decoration')
) as hint (word, as_good)
on conflict do nothing;

-- Reads a query. Words the catalogue has stand as they are; the beginning of a word stands for all that begin so; a word
-- that it does not have is corrected, unless the visitor insists (as_typed). Two words that are also written as one
-- ("skin care") match either way; words of shoppers are read by the hints above. Only letters and digits reach the query's grammar.
create function private.read_query(
  query_text text,
  as_typed boolean,
  out meant text,
  out corrected boolean,
  out every_word tsquery,
  out any_word tsquery
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  typed text[] := private.typed_words(query_text);
  word text;
  wanted_lexeme text;
  joined text;
  completions text;
  correction text;
  hint private.search_hints;
  part tsquery;
  clauses tsquery[] := '{}'; -- all of them must match
  optional tsquery; -- needed only when there is nothing else
  may_join boolean := false; -- whether the word before may be the first half of this one
  spelt text[] := '{}';
begin
  corrected := false;
  for position in 1 .. coalesce(array_length(typed, 1), 0) loop
    word := typed[position];
    part := to_tsquery('private.shop_english', quote_literal(word));
    if numnode(part) = 0 then -- a word like "the", which no document holds
      spelt := spelt || word;
      may_join := false;
      continue;
    end if;
    joined := case when may_join then typed[position - 1] || word end;
    if joined is not null and exists (select from private.search_words as known where known.word = joined) then
      part := (clauses[array_length(clauses, 1)] && part) || to_tsquery('private.shop_english', quote_literal(joined));
      clauses[array_length(clauses, 1)] := part;
      spelt := spelt || word;
      may_join := false;
      continue;
    end if;
    wanted_lexeme := coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
    if not exists (select from private.search_words as known where known.lexeme = wanted_lexeme)
      and not exists (select from private.search_hints as known where known.lexeme = wanted_lexeme)
    then
      -- The commonest words that begin so, which byte order makes a range of the index. A prefix in the text index would
      -- gather every product of every such word.
      select string_agg(quote_literal(beginning.word), ' | ')
      into completions
      from (
        select known.word
        from private.search_words as known
        where length(typed[position]) >= 2
          and known.word between typed[position] and typed[position] || chr(1114111)
        order by known.frequency desc, known.word
        limit 10
      ) as beginning;
      if completions is not null then
        part := to_tsquery('private.shop_english', completions);
      elsif not as_typed then
        correction := private.meant_word(word);
        if correction is not null then
          word := correction;
          corrected := true;
          part := plainto_tsquery('private.shop_english', correction);
        end if;
      end if;
    end if;
    spelt := spelt || word;
    select * into hint from private.search_hints as known where known.lexeme = wanted_lexeme;
    if hint.may_be_missing then
      optional := case when optional is null then part else optional && part end;
      may_join := false;
      continue;
    end if;
    may_join := numnode(part) > 0;
    if may_join then
      clauses := clauses || case when hint.as_good is null then part else part || hint.as_good end;
    end if;
  end loop;
  if cardinality(clauses) = 0 and optional is not null then
    clauses := array[optional];
  end if;
  for position in 1 .. coalesce(array_length(clauses, 1), 0) loop
    every_word := case when position = 1 then clauses[1] else every_word && clauses[position] end;
    any_word := case when position = 1 then clauses[1] else any_word || clauses[position] end;
  end loop;
  meant := array_to_string(spelt, ' ');
end
$$;
