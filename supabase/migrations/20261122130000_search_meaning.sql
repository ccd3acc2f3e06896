-- What shoppers mean: the kind of thing before words in another kind's name, synonyms and spellings as rows, words of
-- descriptions, and prices in words.

-- The words that say what a thing is: the last word of its name before any "with", dash or bracket, and the last part of the
-- merchant's own category. So "foundation" is a foundation first, and a foundation brush after it.
create function private.kind_words(product_name text, merchant_category text) returns text
  language plpgsql immutable parallel safe
  set search_path = ''
as $$
declare
  words constant text[] := string_to_array(btrim(regexp_replace(
    regexp_replace(left(product_name, 300), '( [-–—|] | with | for | in |,|\().*$', ''), '[^[:alpha:]]+', ' ', 'g'
  )), ' ');
  position integer := array_length(words, 1);
begin
  -- What is no noun of its own: "SPF 50", "30 ml", and "brush set".
  if position > 1 and lower(words[position]) in ('spf', 'ml', 'oz', 'g', 'kg', 'cm') then
    position := position - 1;
  end if;
  return concat_ws(
    ' ',
    case when lower(words[position]) in ('set', 'kit', 'pair', 'duo', 'trio', 'pack', 'box', 'bundle', 'bar')
      then words[position - 1] end,
    words[position],
    btrim((regexp_match(left(merchant_category, 300), '([^>/|]*)$'))[1])
  );
end
$$;

create or replace function private.name_document(product_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, product_name), 'B')
$$;
create or replace function private.context_document(brand text, category text, merchant_name text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(
    pg_catalog.to_tsvector(
      'private.shop_english'::pg_catalog.regconfig,
      pg_catalog.concat_ws(' ', brand, category, merchant_name)
    ),
    'C'
  )
$$;
-- What a thing is, as a part of its document.
create function private.kind_document(kind text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, kind), 'A')
$$;

drop function private.item_document(public.products, text, text);
-- The words of an item: what leads it, every merchant that lists it, and the colours and sizes it comes in.
create function private.item_document(lead public.products, merchants text, variants text) returns tsvector
  language sql immutable parallel safe
  set search_path = ''
as $$
  select private.kind_document(private.kind_words(lead.product_name, lead.merchant_category))
    || private.name_document(lead.product_name)
    || private.context_document(lead.brand, lead.category, merchants)
    || private.variants_document(variants)
$$;

-- The same with the words of the description, for what no name says: "hyaluronic", "recyclable". A table of its own, asked
-- only where names have nothing: descriptions say so much that ranking them with names would cost every search.
create table private.product_texts (
  product_id bigint primary key,
  document tsvector not null
);
comment on table private.product_texts is 'What each item is found by where no name says it: its document and its description.';
create index product_texts_document on private.product_texts using gin (document)
  with (gin_pending_list_limit = 65536);
alter table private.product_texts enable row level security;

-- A description, as a part of such a text. Its first thousand characters: what follows is delivery and care.
create function private.description_document(description text) returns tsvector
  language sql immutable parallel safe
as $$
  select pg_catalog.setweight(
    pg_catalog.to_tsvector('private.shop_english'::pg_catalog.regconfig, pg_catalog.left(coalesce(description, ''), 1000)), 'D'
  )
$$;

create or replace function private.index_items(items bigint[]) returns void
  language plpgsql
  set search_path = ''
  set plan_cache_mode = force_custom_plan
as $$
begin
  with followers as (
    select products.id
    from public.products
    where products.item_id = any (items)
      and (not products.leads or products.delisted_at is not null)
  ),
  forgotten as (
    delete from private.product_texts as texts using followers where texts.product_id = followers.id
  )
  delete from private.product_documents as documents using followers where documents.product_id = followers.id;
  with heads as (
    select
      lead as lead,
      string_agg(distinct offers.merchant_name, ' ') as merchants,
      coalesce(string_agg(distinct concat_ws(' ', offers.colour, offers.size), ' '), '') as variants
    from (select distinct unnest(items)) as item (id)
    join public.products as lead on lead.item_id = item.id
    join public.products as offers on offers.item_id = item.id
    where lead.delisted_at is null
      and lead.leads
      and offers.delisted_at is null
    group by lead.id
  ),
  documents as materialized (
    select
      (lead).id as product_id,
      private.item_document(lead, merchants, variants) as document,
      (lead).description
    from heads
  ),
  texts as (
    insert into private.product_texts (product_id, document)
    select product_id, document || private.description_document(description) from documents
    on conflict (product_id) do update set document = excluded.document
      where product_texts.document <> excluded.document
  )
  insert into private.product_documents (product_id, document)
  select product_id, document from documents
  on conflict (product_id) do update set document = excluded.document
    where product_documents.document <> excluded.document;
end
$$;

create or replace function private.index_product() returns trigger
  language plpgsql security definer -- editors write products, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.product_documents where product_id = old.id;
    delete from private.product_texts where product_id = old.id;
    return null;
  end if;
  perform private.learn_words(concat_ws(
    ' ', new.product_name, new.brand, new.category, new.merchant_name, new.colour,
    private.kind_words(new.product_name, new.merchant_category)
  ));
  return null;
end
$$;
drop trigger touch_item_of_changed_product on public.products;
create trigger touch_item_of_changed_product
  after update of item_id, product_name, brand, category, merchant_name, gtin, variant_group, colour, size, price, currency,
    availability, delisted_at, description, merchant_category
  on public.products
  for each row
  when (coalesce(current_setting('shop.bulk_import', true), '') <> 'on')
  execute function private.touch_item();

create or replace function private.postpone_indexes(few integer) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  postponed record;
begin
  lock table public.products, private.product_documents, private.product_texts in access exclusive mode;
  if (select count(*) from (select from public.products limit few + 1) as counted) > few then
    return;
  end if;
  for postponed in
    select index.indexrelid::regclass as name, pg_get_indexdef(index.indexrelid) as definition
    from pg_index as index
    where index.indrelid in (
        'public.products'::regclass, 'private.product_documents'::regclass, 'private.product_texts'::regclass
      )
      and not index.indisunique
  loop
    insert into private.postponed_indexes (name, definition) values (postponed.name, postponed.definition);
    execute format('drop index %s', postponed.name);
  end loop;
end
$$;

-- What stood before.
do $$
begin
  perform private.index_items(array(select distinct item_id from public.products where delisted_at is null));
  update private.find_documents as documents
  set document = private.name_document(find.product_title)
    || private.kind_document(private.kind_words(find.product_title, null))
    || private.context_document(null, find.category, 'Amazon')
  from public.amazon_products as find
  where find.id = documents.find_id;
end
$$;

create or replace function private.index_find() returns trigger
  language plpgsql security definer -- editors write finds, and no client writes documents
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.find_documents where find_id = old.id;
    return null;
  end if;
  insert into private.find_documents (find_id, document)
  values (
    new.id,
    private.name_document(new.product_title)
      || private.kind_document(private.kind_words(new.product_title, null))
      || private.context_document(null, new.category, 'Amazon')
  )
  on conflict (find_id) do update set document = excluded.document;
  perform private.learn_words(concat_ws(' ', new.product_title, new.category));
  return null;
end
$$;

-- Words of shoppers that the catalogue says differently, or not at all, for the search. A row reads a word or a phrase of up
-- to three words, in any of its forms: 'optional' where it may be missing ("best": every product here is), and the words and
-- phrases that are as good. Operators may add their own.
drop table private.search_hints;
-- The forms by which a phrase is known: its words as the text search spells them.
create function private.lexemes_of(words text[]) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select string_agg(coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', word))[1], word), ' ' order by place)
  from unnest(words) with ordinality as one (word, place)
$$;
create table private.search_synonyms (
  phrase text collate "C" primary key check (phrase = lower(phrase) and length(phrase) between 2 and 60),
  as_good text[] not null default '{}',
  optional boolean not null default false,
  lexemes text collate "C" not null generated always as (
    private.lexemes_of(string_to_array(phrase, ' '))
  ) stored,
  check (optional or cardinality(as_good) > 0)
);
comment on table private.search_synonyms is 'What words and phrases of shoppers mean to the search.';
create index search_synonyms_lexemes on private.search_synonyms (lexemes);
alter table private.search_synonyms enable row level security;

insert into private.search_synonyms (phrase, optional)
select word, true
from unnest(array[
  'deal', 'sale', 'discount', 'offer', 'best', 'cheap', 'affordable', 'buy', 'shop', 'online', 'product', 'idea', 'tip', 'woman',
  'women', 'womens', 'ladies', 'female', 'good', 'nice', 'new', 'price', 'review', 'brand', 'size', 'color', 'colour', 'colored',
  'coloured', 'something', 'top rated', 'for me', 'need', 'want', 'find', 'show', 'looking'
]) as word
on conflict do nothing;

-- Words that are as good as each other.
insert into private.search_synonyms (phrase, as_good)
select own.word, array_remove(string_to_array(same.words, ', '), own.word)
from unnest(array[
  'moisturizer, moisturiser, face cream, hydrating cream', 'moisturizing, moisturising', 'jewelry, jewellery', 'gray, grey',
  'pajamas, pyjamas', 'organizer, organiser', 'organization, organisation', 'makeup, make up, cosmetics',
  'perfume, fragrance, parfum, eau de parfum, eau de toilette, cologne, scent', 'pants, trousers, slacks',
  'swimsuit, bathing suit, swimwear, one piece, swimming costume', 'cardigan, knit jacket', 'nail polish, nail lacquer, nail varnish',
  'sneakers, trainers', 'sofa, couch', 'decor, decoration, home accessories', 'sunscreen, sunblock, sun cream, sun screen, spf',
  'face oil, facial oil', 'face wash, facial cleanser, cleanser', 'face mask, facemask, facial mask', 'eye shadow, eyeshadow',
  'eye patches, eye mask, eye gels', 'body lotion, body milk, body cream', 'body wash, shower gel', 'hair clip, barrette, claw clip',
  'hair brush, hairbrush', 'cushion, pillow, throw pillow', 'throw, blanket', 'picture frame, photo frame', 'mug, coffee cup, cup',
  'notebook, diary, journal, planner', 'dumbbells, weights, hand weights', 'water bottle, flask, drinking bottle',
  'yoga mat, exercise mat, pilates mat', 'vitamins, supplements', 'essential oil, aromatherapy oil', 'hamper, gift box, gift set',
  'sunglasses, shades, sun glasses', 'necklace, pendant, locket, chain necklace', 'scarf, shawl, wrap, stole',
  'diffuser, reed diffuser, room fragrance', 'lip balm, chapstick, lip butter', 'lipstick, lip color, lip colour, lippie',
  'foundation, skin tint, base makeup', 'blush, blusher, rouge', 'serum, ampoule', 'toner, essence, face mist', 'exfoliant, peel, scrub',
  'leave in, leave-in', 'blouse, shirt', 'jeans, denim pants', 'heels, high heels, pumps', 'flats, ballet flats, ballerinas',
  'lamp, light, table lamp', 'basket, storage basket', 'bowl, serving bowl', 'wellness, self care', 'hand cream, hand lotion',
  'foot cream, foot balm', 'soap, soap bar, cleansing bar', 'anti aging, anti ageing, retinol, retinal', 'gua sha, face massager, face roller',
  'collagen, collagen powder', 'sweatshirt, hoodie'
]) as same (words), unnest(string_to_array(same.words, ', ')) as own (word)
on conflict (phrase) do update set as_good = array(
  select distinct unnest(search_synonyms.as_good || excluded.as_good)
);

-- Kinds by what belongs to them, one way: a tote is a bag, and not every bag is a tote.
insert into private.search_synonyms (phrase, as_good)
values
  ('beauty', '{skincare,makeup,fragrance,hair}'),
  ('bag', '{handbag,handbags,tote,clutch,purse,shoulder bag}'),
  ('handbag', '{bag,tote,purse,clutch}'),
  ('purse', '{handbag,bag,tote,clutch}'),
  ('tote bag', '{tote}'),
  ('shoe', '{flats,heels,sneakers,sandals,boots,slingback,loafers}'),
  ('footwear', '{flats,heels,sneakers,sandals,boots,shoes}'),
  ('sweater', '{jumper,pullover,knitwear,cardigan,cashmere crew,crew}'),
  ('jumper', '{sweater,pullover,knitwear,cardigan}'),
  ('pullover', '{sweater,jumper,knitwear}'),
  ('knit', '{knitwear,sweater,cardigan}'),
  ('top', '{blouse,shirt,tee}'),
  ('tshirt', '{tee,t shirt}'),
  ('trousers', '{jeans}'),
  ('gown', '{dress}'),
  ('frock', '{dress}'),
  ('dressing gown', '{robe,bathrobe,kimono}'),
  ('earring', '{hoops,studs,drops}'),
  ('hoops', '{hoop earrings}'),
  ('bangle', '{bracelet,cuff}'),
  ('bracelet', '{bangle,cuff}'),
  ('gold jewelry', '{gold earrings,gold necklace,gold ring,gold bracelet}'),
  ('hat', '{fedora,cap,beanie,sun hat}'),
  ('eyewear', '{sunglasses}'),
  ('skin care', '{skincare}'),
  ('hair care', '{hair,shampoo,conditioner}'),
  ('haircare', '{hair,shampoo,conditioner}'),
  ('hair treatment', '{scalp serum,leave-in,hair oil,elixir}'),
  ('home fragrance', '{candle,diffuser}'),
  ('scented candle', '{candle}'),
  ('tableware', '{bowl,mug,cup,plate}'),
  ('crockery', '{bowl,mug,cup,plate}'),
  ('bedding', '{throw,cushion,blanket}'),
  ('present', '{gift,gifts}'),
  ('gift', '{gifts}'),
  ('stocking filler', '{gifts}'),
  ('stocking stuffer', '{gifts}'),
  ('manicure', '{nails,nail}'),
  ('workout', '{fitness,weights,yoga}'),
  ('exercise', '{fitness,weights,yoga}'),
  ('gym', '{fitness,weights}'),
  ('sport', '{fitness}'),
  ('tea', '{herbal tea}'),
  ('sleep', '{night,pillow mist,magnesium}'),
  ('acne', '{niacinamide,clay}'),
  ('dry skin', '{moisturiser,barrier cream,ceramide}'),
  ('wrinkle', '{retinal,retinol,collagen}'),
  ('lash', '{mascara}'),
  ('brow', '{eyebrow}'),
  ('concealer', '{foundation,skin tint}')
on conflict (phrase) do update set as_good = array(
  select distinct unnest(search_synonyms.as_good || excluded.as_good)
);
-- People that things are for: gifts, first of all those that name them.
insert into private.search_synonyms (phrase, as_good, optional)
select word, '{gifts,mother,keepsake}', true
from unnest(array[
  'mom', 'mum', 'mother', 'mama', 'grandma', 'grandmother', 'wife', 'girlfriend', 'sister', 'daughter', 'aunt', 'friend',
  'bestie', 'her', 'teacher', 'birthday', 'christmas', 'anniversary', 'valentine'
]) as word
on conflict do nothing;

-- The word that was meant by one that nothing has: the commonest one slip away (people seldom miss the first letter), else
-- one much like it, else two words written as one. Null when nothing comes near: a word that the shop does not know is better
-- left alone than turned into another ("policy" is not "polishes", "mom" is not "mm").
create or replace function private.meant_word(typed text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  meant text;
begin
  -- Too short to tell, longer than any word, or a number: as it stands.
  if length(typed) not between 4 and 30 or typed ~ '[0-9]' then
    return null;
  end if;
  select word
  into meant
  from (
    select word, frequency from private.search_words where word = any (private.one_slip_away(typed)::text[])
    union all
    select phrase, 0 from private.search_synonyms where phrase = any (private.one_slip_away(typed)::text[])
  ) as near
  where length(word) > 3
    and (left(word, 1) = left(typed, 1) or length(typed) > 6)
  order by left(word, 1) = left(typed, 1) desc, frequency desc, word
  limit 1;
  -- A phrase of the synonyms written as one word.
  if meant is null then
    select phrase into meant from private.search_synonyms where replace(phrase, ' ', '') = typed limit 1;
  end if;
  -- A short word is like too many others.
  if meant is null and length(typed) >= 7 then
    select word
    into meant
    from private.search_words
    where word operator(extensions.%) typed
      and extensions.similarity(word, typed) >= case when left(word, 4) = left(typed, 4) then 0.36 else 0.45 end
      and left(word, 1) = left(typed, 1)
      and abs(length(word) - length(typed)) <= 2
    order by extensions.similarity(word, typed) desc, frequency desc, word
    limit 1;
  end if;
  if meant is null and length(typed) >= 6 then
    select first_half.word || ' ' || second_half.word
    into meant
    from generate_series(3, length(typed) - 3) as position
    join private.search_words as first_half on first_half.word = left(typed, position)
    join private.search_words as second_half on second_half.word = substr(typed, position + 1)
    order by least(first_half.frequency, second_half.frequency) desc
    limit 1;
  end if;
  return meant;
end
$$;

-- A price in words: "under $25", "between 10 and 20 dollars", "over $100", "$10-$20". What is left of the query is searched for.
-- A number without a currency is a price only behind "under" and the like: "spf 50" and "50 ml" are none.
create function private.read_price(query_text text, out rest text, out at_least numeric, out below numeric)
  language plpgsql immutable
  set search_path = ''
as $$
declare
  typed text := lower(left(query_text, 200));
  found text[];
  spelt text;
begin
  -- "under fifty dollars"
  foreach spelt in array array[
    'five 5', 'ten 10', 'fifteen 15', 'twenty 20', 'thirty 30', 'forty 40', 'fifty 50', 'sixty 60', 'seventy 70', 'eighty 80',
    'ninety 90', 'a hundred 100', 'one hundred 100', 'two hundred 200'
  ] loop
    typed := regexp_replace(
      typed,
      '\m(under|below|less than|up to|over|above|more than|between|from|and|to) '
        || regexp_replace(spelt, ' \d+$', '') || '\M',
      '\1 ' || substring(spelt from '\d+$'),
      'g'
    );
  end loop;
  rest := typed;
  found := regexp_match(
    typed, '(?:\mbetween |\mfrom )?\$ ?(\d{1,6}(?:\.\d\d)?) ?(?:-|–|to|and) ?\$? ?(\d{1,6}(?:\.\d\d)?)(?: ?(?:dollars|usd|bucks|pounds|euros)\M)?'
  );
  if found is null then
    found := regexp_match(
      typed, '\m(?:between|from) (\d{1,6}(?:\.\d\d)?) ?(?:-|–|to|and) ?\$? ?(\d{1,6}(?:\.\d\d)?)(?: ?(?:dollars|usd|bucks|pounds|euros)\M)?'
    );
  end if;
  if found is not null then
    at_least := least(found[1]::numeric, found[2]::numeric);
    below := greatest(found[1]::numeric, found[2]::numeric) + 0.01;
    rest := regexp_replace(
      typed,
      '(?:\m(?:between|from) )?\$? ?\d{1,6}(?:\.\d\d)? ?(?:-|–|to|and) ?\$? ?\d{1,6}(?:\.\d\d)?(?: ?(?:dollars|usd|bucks|pounds|euros)\M)?', ' '
    );
    return;
  end if;
  found := regexp_match(
    typed, '(?:\m(?:under|below|less than|cheaper than|up to|max|within|at most)|<) ?\$? ?(\d{1,6}(?:\.\d\d)?)(?! ?(?:ml|oz|cm|%))'
  );
  if found is not null then
    below := found[1]::numeric + case when typed ~ '(up to|max|within|at most)' then 0.01 else 0 end;
    rest := regexp_replace(
      typed,
      '(?:\m(?:under|below|less than|cheaper than|up to|max|within|at most)|<) ?\$? ?\d{1,6}(?:\.\d\d)?(?: ?(?:dollars|usd|bucks|pounds|euros)\M)?', ' '
    );
    return;
  end if;
  found := regexp_match(
    typed,
    '(?:\m(?:over|above|more than|at least|from|starting at)|>) ?(?:\$ ?(\d{1,6}(?:\.\d\d)?)|(\d{1,6}(?:\.\d\d)?) ?(?:dollars|usd|bucks|pounds|euros)\M)'
  );
  if found is not null then
    at_least := coalesce(found[1], found[2])::numeric;
    rest := regexp_replace(
      typed,
      '(?:\m(?:over|above|more than|at least|from|starting at)|>) ?\$? ?\d{1,6}(?:\.\d\d)?(?: ?(?:dollars|usd|bucks|pounds|euros)\M)?', ' '
    );
    return;
  end if;
  found := regexp_match(typed, '\$ ?(\d{1,6}(?:\.\d\d)?)|\m(\d{1,6}) ?(?:dollars|usd|bucks|pounds|euros)\M');
  if found is not null then
    below := coalesce(found[1], found[2])::numeric + 0.01;
    rest := regexp_replace(typed, '\$ ?\d{1,6}(?:\.\d\d)?|\m\d{1,6} ?(?:dollars|usd|bucks|pounds|euros)\M', ' ');
  end if;
end
$$;

-- Words and phrases as a query: any of them, each with all of its words.
create function private.any_phrase(phrases text[]) returns tsquery
  language plpgsql stable
  set search_path = ''
as $$
declare
  phrase text;
  part tsquery;
  result tsquery;
begin
  foreach phrase in array phrases loop
    part := plainto_tsquery('private.shop_english', phrase);
    continue when numnode(part) = 0;
    result := case when result is null then part else result || part end;
  end loop;
  return result;
end
$$;

drop function private.read_query(text, boolean);
-- Reads a query. Words that names or descriptions have stand as they are; the beginning of a word stands for all that begin
-- so; a word that nothing has is corrected, unless the visitor insists (as_typed), or left alone. Two words that are also
-- written as one ("skin care") match either way; words and phrases of shoppers are read by the synonyms above. Only letters
-- and digits reach the query's grammar.
--
-- every_word must match; where nothing does, known_words (without what the shop does not know), then any_word. last_word is
-- what the others describe: a "flower vase" is a vase. Where the shop does not know it ("winter coat"), only things that another
-- word names are shown, or none.
create function private.read_query(
  query_text text,
  as_typed boolean,
  out meant text,
  out corrected boolean,
  out every_word tsquery,
  out known_words tsquery,
  out any_word tsquery,
  out last_word tsquery,
  out last_known boolean,
  out at_least numeric,
  out below numeric
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  price record;
  typed text[];
  typed_word text;
  wanted_lexeme text;
  joined text;
  completions text;
  correction text;
  synonym private.search_synonyms;
  words_of_synonym integer;
  position integer := 1;
  part tsquery;
  clauses tsquery[] := '{}'; -- all of them must match
  known boolean[] := '{}'; -- which of them the shop has a word of
  is_named boolean := true; -- whether the last of them stands in names, not only in descriptions
  optional tsquery; -- needed only when there is nothing else
  may_join boolean := false; -- whether the word before may be the first half of this one
  is_known boolean;
  spelt text[] := '{}';
begin
  corrected := false;
  price := private.read_price(query_text);
  at_least := price.at_least;
  below := price.below;
  typed := private.typed_words(price.rest);
  while position <= coalesce(array_length(typed, 1), 0) loop
    typed_word := typed[position];
    is_named := true;
    -- The longest phrase of the synonyms that stands here.
    words_of_synonym := 0;
    for length in reverse 3 .. 1 loop
      continue when position + length - 1 > array_length(typed, 1);
      select *
      into synonym
      from private.search_synonyms as candidate
      where candidate.lexemes = private.lexemes_of(typed[position:position + length - 1])
      order by candidate.phrase = array_to_string(typed[position:position + length - 1], ' ') desc, candidate.phrase
      limit 1;
      if found then
        words_of_synonym := length;
        exit;
      end if;
    end loop;
    if words_of_synonym > 0 then
      part := private.any_phrase(
        array_to_string(typed[position:position + words_of_synonym - 1], ' ') || synonym.as_good
      );
      spelt := spelt || typed[position:position + words_of_synonym - 1];
      position := position + words_of_synonym;
      may_join := false;
      continue when part is null;
      if synonym.optional then
        optional := case when optional is null then part else optional && part end;
      else
        -- "skin care" and the like: the word before and this one may be one word.
        clauses := clauses || part;
        known := known || true;
        may_join := words_of_synonym = 1;
      end if;
      continue;
    end if;

    part := to_tsquery('private.shop_english', quote_literal(typed_word));
    if numnode(part) = 0 then -- a word like "the", which no document holds
      spelt := spelt || typed_word;
      may_join := false;
      position := position + 1;
      continue;
    end if;
    joined := case when may_join then typed[position - 1] || typed_word end;
    if joined is not null and exists (select from private.search_words as one where one.word = joined) then
      part := (clauses[array_length(clauses, 1)] && part) || to_tsquery('private.shop_english', quote_literal(joined));
      clauses[array_length(clauses, 1)] := part;
      known[array_length(known, 1)] := true;
      spelt := spelt || typed_word;
      may_join := false;
      position := position + 1;
      continue;
    end if;
    wanted_lexeme := private.lexemes_of(array[typed_word]);
    -- "earings" has the stem of "ear" and is none: forms of one word differ by a letter or two, or have a stem of their own.
    is_named := exists (
        select from private.search_words as one
        where one.lexeme = wanted_lexeme
          and abs(length(one.word) - length(typed_word)) <= case when length(wanted_lexeme) > 3 then 2 else 1 end
      );
    is_known := is_named
      or length(wanted_lexeme) > 3 and exists (select from private.product_texts where document @@ part);
    if not is_known then
      -- The commonest words that begin so, which byte order makes a range of the index. A prefix in the text index would
      -- gather every product of every such word.
      select string_agg(quote_literal(beginning.word), ' | ')
      into completions
      from (
        select one.word
        from private.search_words as one
        where length(typed_word) >= 2
          and one.word between typed_word and typed_word || chr(1114111)
        order by one.frequency desc, one.word
        limit 10
      ) as beginning;
      if completions is not null then
        part := to_tsquery('private.shop_english', completions);
        is_known := true;
      elsif not as_typed then
        -- "sun glases": the two may be one word that was slipped in.
        if may_join then
          correction := private.meant_word(typed[position - 1] || typed_word);
          if correction is not null and strpos(correction, ' ') = 0 then
            clauses[array_length(clauses, 1)] := plainto_tsquery('private.shop_english', correction);
            known[array_length(known, 1)] := true;
            spelt[array_length(spelt, 1)] := correction;
            corrected := true;
            may_join := false;
            position := position + 1;
            continue;
          end if;
        end if;
        correction := private.meant_word(typed_word);
        if correction is not null then
          typed_word := correction;
          corrected := true;
          is_known := true;
          part := plainto_tsquery('private.shop_english', correction);
          select *
          into synonym
          from private.search_synonyms as candidate
          where candidate.lexemes = private.lexemes_of(string_to_array(correction, ' '))
            and not candidate.optional
          limit 1;
          if found then
            part := part || private.any_phrase(synonym.as_good);
          end if;
        end if;
      end if;
    end if;
    spelt := spelt || typed_word;
    position := position + 1;
    may_join := numnode(part) > 0;
    if may_join then
      clauses := clauses || part;
      known := known || is_known;
    end if;
  end loop;
  if cardinality(clauses) = 0 and optional is not null then
    clauses := array[optional];
    known := array[true];
  end if;
  for index in 1 .. coalesce(array_length(clauses, 1), 0) loop
    every_word := case when index = 1 then clauses[1] else every_word && clauses[index] end;
    any_word := case when index = 1 then clauses[1] else any_word || clauses[index] end;
    if known[index] then
      known_words := case when known_words is null then clauses[index] else known_words && clauses[index] end;
    end if;
  end loop;
  last_known := coalesce(known[array_length(known, 1)], true);
  if is_named then
    last_word := clauses[array_length(clauses, 1)];
  end if;
  meant := array_to_string(spelt, ' ');
end
$$;

drop function private.match_articles(tsquery);
-- Articles that match, and how many of them, the first ones, say so in title, category or excerpt: an article that only
-- mentions a thing comes after the things.
create function private.match_articles(wanted tsquery, out slugs text[], out strong integer)
  language sql stable
  set search_path = ''
as $$
  select
    coalesce(array_agg(slug order by is_strong desc, rank desc, written_at desc, slug), '{}'),
    count(*) filter (where is_strong)::integer
  from (
    select
      documents.slug,
      coalesce(post.created_at, page.updated_at) as written_at,
      ts_filter(documents.document, '{a,b,c}') @@ wanted as is_strong,
      ts_rank_cd('{0.02, 0.2, 0.4, 1}', documents.document, wanted) as rank
    from private.article_documents as documents
    left join public.blog_posts as post on post.slug = documents.slug and post.is_active
    left join public.pages as page on page.url = '/blog/' || documents.slug and page.is_published
    where documents.document @@ wanted
      and (post.id is not null or page.id is not null)
    limit 1001
  ) as matches
$$;

drop function private.match_products(tsquery, text, text);
-- The first thousand items that match and one more, best first, each by the offer that leads it or, narrowed to a merchant,
-- by that merchant's best; with their commonest categories and merchants. Where
-- no item has the words in its names, those that have them in their descriptions.
create function private.match_products(
  wanted tsquery,
  category_param text,
  merchant_param text,
  at_least numeric,
  below numeric,
  sort_param text, -- 'price-asc', 'price-desc', 'newest', or by how well it matches
  last_word tsquery, -- what names must say where descriptions say the rest
  kinds_only boolean, -- only what is of a kind that the words name
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
  -- A document has the words of its item's category and merchants, so the text index narrows by them too.
  narrowed tsquery := wanted
    && plainto_tsquery('private.shop_english', coalesce(category_param, ''))
    && plainto_tsquery('private.shop_english', coalesce(merchant_param, ''));
  sampled integer;
  described boolean := false; -- whether descriptions are searched too
  walked integer := 0; -- how many of the newest documents are looked through; none: the text index is asked
begin
  -- The text index gathers every match before it gives the first: for two words that two hundred thousand products have
  -- in common, 57 ms. A thousand of those stand among the newest few thousand documents, found in 3 ms.
  select count(*)
  into sampled
  from (select document from private.product_documents order by product_id desc limit 2000) as newest
  where newest.document @@ narrowed;
  -- With the beginning of a word beside another word the index gathers ten words' matches for each: 40 ms.
  if sampled >= (case when numnode(narrowed) > 7 and narrowed::text like '%&%' then 50 else 100 end) then
    walked := 3000 * 1001 / sampled;
  end if;

  loop
    with matches as materialized (
      -- Ranking every match of a common word took 630 ms, ranking the first thousand 24 ms.
      select
        shown.id,
        shown.price,
        shown.created_at,
        head.item_id,
        head.shops,
        head.category,
        head.merchant_name,
        shown.availability = 'out_of_stock' as sold_out,
        -- Nearness of words (cd) is worth its price for a few of them: with twenty, 60 ms instead of 3.
        case
          when numnode(wanted) <= 7 then ts_rank_cd('{0.02, 0.1, 0.4, 1}', documents.document, wanted)
          else ts_rank('{0.02, 0.1, 0.4, 1}', documents.document, wanted)
        end as rank
      from (
        select product_id, document
        from (select product_id, document from private.product_documents order by product_id desc limit walked) as newest
        where walked > 0 and newest.document @@ narrowed
        union all
        select product_id, document
        from private.product_documents
        where walked = 0 and not described and document @@ narrowed
        union all
        select product_id, document
        from private.product_texts
        where described and document @@ narrowed and (last_word is null or ts_filter(document, '{a,b,c}') @@ last_word)
      ) as documents
      join public.products as head on head.id = documents.product_id
      join public.products as shown
        on shown.id = case
          when merchant_param is null or head.merchant_name = merchant_param then head.id
          when head.shops > 1 then (
            select offer.id
            from public.products as offer
            where offer.item_id = head.item_id
              and offer.delisted_at is null
              and offer.leads_merchant
              and offer.merchant_name = merchant_param
          )
        end
      where head.delisted_at is null
        and (not kinds_only or ts_filter(documents.document, '{a}') @@ wanted)
        and (category_param is null or head.category = category_param)
        and (at_least is null or shown.price >= at_least)
        and (below is null or shown.price < below)
      limit 1001
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
      (
        select array_agg(
          matches.id
          order by
            matches.sold_out,
            case when sort_param = 'price-asc' then matches.price end,
            case when sort_param = 'price-desc' then matches.price end desc nulls last,
            case when sort_param = 'newest' then matches.created_at end desc,
            matches.rank desc,
            matches.id desc
        )
        from matches
      ),
      (select array_agg(value order by counted desc, value) from by_category),
      (select array_agg(counted order by counted desc, value) from by_category),
      (select array_agg(value order by counted desc, value) from by_merchant),
      (select array_agg(counted order by counted desc, value) from by_merchant)
    into ids, categories, category_counts, merchants, merchant_counts;
    ids := coalesce(ids, '{}');
    exit when described or cardinality(ids) > 1000 or (walked = 0 and cardinality(ids) > 0);
    described := walked = 0;
    walked := 0; -- the newest were not like the rest
  end loop;
end
$$;


drop function public.search_shop(text, text, text, text, integer, integer, boolean);
-- A page of results, best first. The figures of the whole search stand in every row; a page without results is one row
-- whose kind is null. Where nothing to buy has every word, what has some of them is shown (matched =
-- 'some'). Kinds are dealt like cards: products lead, and as long as there are any, every fifth place is a find's and an article's.
--
-- Security definer: under row-level security the text indexes could not be used, because their operator is not
-- leakproof; the conditions of the visitors' policies are written out instead.
create function public.search_shop(
  query_text text,
  kind_param text default null, -- 'product', 'find' or 'article'
  category_param text default null,
  merchant_param text default null,
  page_size integer default 8,
  page_start integer default 0,
  as_typed boolean default false,
  -- Prices; what the query says in words ("under $25") counts where these are null.
  price_from numeric default null,
  price_below numeric default null,
  sort_param text default null -- 'price-asc', 'price-desc', 'newest'; by how well it matches otherwise
)
  returns table (
    meant text,
    corrected boolean,
    matched text,
    -- Counted no further than a thousand: 1,001 means more.
    products integer,
    finds integer,
    articles integer,
    categories text[],
    category_counts integer[],
    merchants text[],
    merchant_counts integer[],
    kind text,
    id bigint,
    title text,
    title_marked text,
    snippet_marked text,
    link text,
    category text,
    merchant_name text,
    source text,
    price numeric,
    currency text,
    image_url text,
    availability text,
    price_as_of timestamptz,
    created_at timestamptz,
    read_time text,
    -- What the item comes in; one of each for what is no product.
    -- The prices that the query named.
    named_from numeric,
    named_below numeric,
    shops smallint,
    colours smallint,
    sizes smallint
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  read record;
  attempts tsquery[]; -- what is looked for, and marked: every word, those that the shop knows, any of them
  wanted tsquery;
  found record;
  found_finds bigint[] := '{}';
  found_articles text[] := '{}';
  strong_articles integer := 0;
  found_in text := 'all';
  articles_from numeric := 2.5; -- the place of the first article
  wanted_words tsquery; -- any of the words, for the colour that is shown
  priced boolean; -- finds and articles have no prices, and neither is narrowed by what it does not have
begin
  select * into read from private.read_query(query_text, as_typed);
  price_from := coalesce(price_from, read.at_least);
  price_below := coalesce(price_below, read.below);
  priced := num_nonnulls(price_from, price_below) > 0;
  attempts := array[coalesce(read.every_word, ''::tsquery), coalesce(read.known_words, ''::tsquery), coalesce(read.any_word, ''::tsquery)];
  for attempt in 1 .. 3 loop
    continue when attempt > 1 and attempts[attempt] = attempts[attempt - 1];
    wanted := attempts[attempt];
    select * into found from private.match_products(wanted, category_param, merchant_param, price_from, price_below, sort_param, read.last_word, attempt > 1 and not read.last_known);
    found_finds := case when merchant_param is null and not priced then private.match_finds(wanted, category_param) else '{}' end;
    if cardinality(found_articles) = 0 and category_param is null and merchant_param is null and not priced then
      select matched.slugs, matched.strong into found_articles, strong_articles from private.match_articles(wanted) as matched;
      -- An article that has every word comes before things that have some.
      articles_from := case attempt when 1 then 0 else 2.5 end;
    end if;
    found_in := case attempt when 1 then 'all' else 'some' end;
    exit when cardinality(found.ids) + cardinality(found_finds) > 0;
  end loop;
  if found_in = 'all' then
    articles_from := 2.5;
  end if;

  wanted_words := coalesce(read.any_word, ''::tsquery);
  return query
  with dealt as (
    select 'product' as kind, product_id as number, null as slug, place::numeric as turn
    from unnest(found.ids) with ordinality as one (product_id, place)
    where coalesce(kind_param, 'product') = 'product'
    union all
    select 'find', find_id, null, place * 4 - 0.5
    from unnest(found_finds) with ordinality as one (find_id, place)
    where coalesce(kind_param, 'find') = 'find'
    union all
    select 'article', null, article_slug,
      case when place <= strong_articles then articles_from + (place - 1) * 4 else 10000 + place end
    from unnest(found_articles) with ordinality as one (article_slug, place)
    where coalesce(kind_param, 'article') = 'article'
  ),
  page as (
    select *
    from dealt
    order by turn
    limit least(greatest(page_size, 0), 100)
    offset greatest(page_start, 0)
  ),
  items as (
    select
      page.turn, page.kind, product.id, product.product_name as title, product.description as body,
      product.affiliate_link as link, product.category, product.merchant_name, product.source,
      product.price, product.currency, public.picture(whole) as image_url, product.availability,
      public.price_as_of(whole) as price_as_of, product.created_at, null as read_time,
      product.shops, product.colours, product.sizes
    from page
    cross join lateral (
      -- Of the item's offers the one in a colour that was asked for.
      select offer.*
      from public.products as head
      join public.products as offer on offer.item_id = head.item_id
      where head.id = page.number
        and offer.delisted_at is null
        and (offer.id = head.id or head.colours > 1 and offer.leads_merchant is not null)
        and (merchant_param is null or offer.merchant_name = merchant_param)
        and (price_from is null or offer.price >= price_from)
        and (price_below is null or offer.price < price_below)
      order by
        head.colours > 1 and offer.colour is not null
          and to_tsvector('private.shop_english', offer.colour) @@ wanted_words desc,
        offer.id = head.id desc,
        offer.availability = 'out_of_stock',
        offer.price nulls last,
        offer.id
      limit 1
    ) as product
    join public.products as whole on whole.id = product.id
    where page.kind = 'product'
    union all
    select
      page.turn, page.kind, find.id, find.product_title, null,
      find.product_url, find.category, 'Amazon', 'amazon',
      find.price, find.currency, find.image_url, 'unknown',
      find.price_observed_at, find.created_at, null, 1, 1, 1
    from page
    join public.amazon_products as find on find.id = page.number
    where page.kind = 'find'
    union all
    select
      page.turn, page.kind, null, coalesce(post.title, published.name), concat_ws(' ', post.excerpt, document.body),
      '/blog/' || page.slug, coalesce(post.category, ''), null, null,
      null, null, post.image_url, null,
      null, coalesce(post.created_at, published.updated_at), post.read_time, 1, 1, 1
    from page
    join private.article_documents as document on document.slug = page.slug
    left join public.blog_posts as post on post.slug = page.slug and post.is_active
    left join public.pages as published on published.url = '/blog/' || page.slug and published.is_published
    where page.kind = 'article'
  )
  select
    read.meant, read.corrected, found_in,
    cardinality(found.ids), cardinality(found_finds), cardinality(found_articles),
    coalesce(found.categories, '{}'), coalesce(found.category_counts, '{}'),
    coalesce(found.merchants, '{}'), coalesce(found.merchant_counts, '{}'),
    items.kind, items.id, items.title,
    private.marked(items.title, wanted, true),
    private.marked(private.plain_text(coalesce(items.body, ''), 8000), wanted, false),
    items.link, items.category, items.merchant_name, items.source, items.price, items.currency, items.image_url,
    items.availability, items.price_as_of, items.created_at, items.read_time,
    read.at_least, read.below,
    items.shops::smallint, items.colours::smallint, items.sizes::smallint
  from (select) as whole_search
  left join items on true
  order by items.turn;
end
$$;
grant execute on function
  public.search_shop(text, text, text, text, integer, integer, boolean, numeric, numeric, text)
  to anon, authenticated, service_role;

-- The products alone, as rows of their table: for lists that stand in an article or a block of a page. Security definer
-- as above.
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
  wanted tsquery;
begin
  select * into read from private.read_query(query_text, false);
  foreach wanted in array array[read.every_word, read.known_words, read.any_word] loop
    select * into found from private.match_products(
      coalesce(wanted, ''::tsquery), null, null, read.at_least, read.below, null, read.last_word,
      wanted is distinct from read.every_word and not read.last_known
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

-- At most five words, two categories, four products and two articles for what has been typed so far. Security definer as
-- search_shop: the conditions of the visitors' policies are written out.
create or replace function public.suggest(typed text)
  returns table (kind text, label text, link text, id bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  words text[] := private.typed_words(left(typed, 100));
  word_count integer := coalesce(array_length(words, 1), 0);
  unfinished text := words[word_count];
  finished text := array_to_string(words[1:word_count - 1], ' ');
  completions text[];
  wanted tsquery;
  many boolean;
  found_names text[];
  found_ids bigint[];
begin
  -- The same for everybody, and a minute old is young enough.
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=60"}]', true);
  if word_count = 0 then
    return;
  end if;

  -- The commonest words that begin so. Byte order makes them a range of the index.
  select array_agg(word order by frequency desc, length(word), word)
  into completions
  from (
    select word, frequency
    from private.search_words
    where word between unfinished and unfinished || chr(1114111)
    order by frequency desc, length(word), word
    limit 20
  ) as commonest;
  if completions is null then
    completions := array_remove(array[private.meant_word(unfinished)], null);
  end if;

  if cardinality(completions) > 0 then
    -- In what it is or is called (weights A and B): a product that only has the word in its shop's name would look out of place.
    select to_tsquery('private.shop_english', string_agg(quote_literal(word) || ':AB', ' | '))
    into wanted
    from unnest(completions) as word;
  else
    wanted := to_tsquery('private.shop_english', quote_literal(unfinished) || ':*AB');
  end if;
  wanted := plainto_tsquery('private.shop_english', finished) && wanted;
  select coalesce(min(frequency), (select sum(private.word_frequency(word)) from unnest(completions) as word)) > 10000
  into many
  from (
    select private.word_frequency(word) as frequency
    from unnest(words[1:word_count - 1]) as word
  ) as finished_words;

  if numnode(wanted) > 0 then
    select array_agg(product_name order by place), array_agg(product_id order by place)
    into found_names, found_ids
    from (
      select
        product.product_name,
        product.id as product_id,
        row_number() over (
          order by starts_with(lower(product.product_name), lower(trim(typed))) desc, product.id desc
        ) as place
      from (
        select distinct on (match.variant_key) match.id, match.product_name
        from private.suggest_products(wanted, many) as match
        order by match.variant_key, match.id
      ) as product
    ) as ordered;
  end if;

  -- After a finished word only words that some product has beside it.
  if word_count > 1 then
    select array_agg(word)
    into completions
    from (
      select word
      from unnest(found_names) as found (name), private.words_of(found.name) as word
      where starts_with(word, unfinished)
        and word <> all (words[1:word_count - 1])
      group by word
      order by count(*) desc, word
      limit 3
    ) as beside;
  end if;

  -- One form of each word, and none of the one that stands there already.
  return query
  select 'word', concat_ws(' ', nullif(finished, ''), form.word), null::text, null::bigint
  from (
    select distinct on (completion.lexeme) completion.word, completion.place
    from (
      select word, place, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) as lexeme
      from unnest(completions) with ordinality as one (word, place)
    ) as completion
    where completion.lexeme <> coalesce((ts_lexize('pg_catalog.english_stem', unfinished))[1], unfinished)
    order by completion.lexeme, completion.place
  ) as form
  order by form.place
  limit 5;
  -- From one category to the next through the counts' index: there are a dozen, and no reason to pass every count.
  return query
  with recursive listed as (
    select min(counts.category) as category
    from private.listing_counts as counts
    where counts.products > 0
    union all
    select (
      select min(counts.category)
      from private.listing_counts as counts
      where counts.products > 0
        and counts.category > listed.category
    )
    from listed
    where listed.category is not null
  )
  select 'category', listed.category, null::text, null::bigint
  from listed
  where ' ' || lower(extensions.unaccent('extensions.unaccent', listed.category))
    like '% ' || array_to_string(words, ' ') || '%'
  limit 2;
  return query
  select 'product', found.name, null::text, found.product_id
  from unnest(found_names, found_ids) as found (name, product_id)
  limit 4;
  return query
  select 'article', coalesce(post.title, page.name), '/blog/' || documents.slug, null::bigint
  from private.article_documents as documents
  left join public.blog_posts as post on post.slug = documents.slug and post.is_active
  left join public.pages as page on page.url = '/blog/' || documents.slug and page.is_published
  where documents.document @@ (
      plainto_tsquery('private.shop_english', finished)
        && to_tsquery('private.shop_english', quote_literal(unfinished) || ':*')
    )
    and (post.id is not null or page.id is not null)
  order by ts_rank_cd('{0, 0.2, 0.4, 1}', documents.document, to_tsquery('private.shop_english', quote_literal(unfinished) || ':*')) desc,
    documents.slug
  limit 2;
end
$$;
grant execute on function public.suggest(text) to anon, authenticated, service_role;
