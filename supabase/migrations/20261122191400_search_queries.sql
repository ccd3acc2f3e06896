-- Full text search: from the typed words to a query. docs/decisions/0064-search-meaning.md says why.

-- Every spelling at an edit distance of one: a letter too many, two in the wrong order, a wrong one, one too few. Some
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

-- The forms by which a phrase is known: its words as the text search spells them.
create function private.lexemes_of(words text[]) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select string_agg(coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', word))[1], word), ' ' order by place)
  from unnest(words) with ordinality as one (word, place)
$$;

-- The same written as one word and in one spelling: "hand bags" and "handbag" are one, and so are "night creme" and
-- "night cream".
create function private.phrase_key(words text[]) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select private.lexemes_of(array[
    regexp_replace(
      replace(replace(replace(
        coalesce(replace(private.lexemes_of(words[:array_length(words, 1) - 1]), ' ', ''), '') || words[array_length(words, 1)],
        'creme', 'cream'), 'colour', 'color'), 'grey', 'gray'),
      '(moistur|organ)is', '\1iz'
    )
  ])
$$;

-- Words of shoppers that the catalogue says differently, or not at all. A row reads a word or a phrase of up to three words, in
-- any of its forms: 'optional' where it may be missing ("best": every product here is), 'gives_way' where it may be missing
-- beside another thing ("jewelry gift"), and the words and phrases that mean the same. Operators may add their own.
create table private.search_synonyms (
  phrase text collate "C" primary key check (phrase = lower(phrase) and length(phrase) between 2 and 60),
  as_good text[] not null default '{}',
  optional boolean not null default false,
  gives_way boolean not null default false,
  key text collate "C" not null generated always as (
    private.phrase_key(string_to_array(phrase, ' '))
  ) stored,
  check (optional or cardinality(as_good) > 0)
);
-- Every word of a row, to look misspelt ones up among.
create function private.words_of_row(phrase text, as_good text[]) returns text[]
  language sql immutable parallel safe
  set search_path = ''
as $$
  select string_to_array(array_to_string(phrase || as_good, ' '), ' ')
$$;
create index search_synonyms_words on private.search_synonyms using gin (private.words_of_row(phrase, as_good));
comment on table private.search_synonyms is 'What words and phrases of shoppers mean to the search.';
create index search_synonyms_key on private.search_synonyms (key);
alter table private.search_synonyms enable row level security;

-- What the rows say of a word or phrase, all forms of it together; null where they say nothing. Only its own row makes it optional,
-- where it has one: "beautiful" has the stem of "beauty".
create function private.synonyms_of(words text[], out as_good text[], out optional boolean, out gives_way boolean)
  language sql stable
  set search_path = ''
as $$
  select
    array_remove(array_agg(distinct good) || array_agg(distinct phrase), null),
    coalesce(bool_or(rows.optional) filter (where rows.phrase = array_to_string(words, ' ')), bool_and(rows.optional)),
    bool_or(rows.gives_way)
  from private.search_synonyms as rows
  left join lateral unnest(rows.as_good) as good on true
  where rows.key = private.phrase_key(words)
$$;

-- Words that say nothing about a product.
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
  'lamp, light, table lamp', 'basket, storage basket', 'bowl, serving bowl', 'wellness, self care', 'hand cream, hand lotion, hand creme',
  'foot cream, foot balm, foot creme', 'soap, soap bar, cleansing bar', 'anti aging, anti ageing, retinol, retinal', 'gua sha, face massager, face roller',
  'collagen, collagen powder', 'sweatshirt, hoodie', 'creme, cream', 'sandals, sandles, slides'
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

-- Colours that people ask for by the names that merchants give to their shades, one way: sage is a green, and who asks for sage
-- wants no olive. Without names that are things or tastes as well.
insert into private.search_synonyms (phrase, as_good)
values
  ('beige', '{oat,oatmeal,sand,ecru,nude,taupe,champagne,camel,natural}'),
  ('black', '{charcoal,onyx,jet}'),
  ('blue', '{navy,sky,cobalt,indigo,denim,sapphire,azure,turquoise}'),
  ('brown', '{chocolate,cinnamon,cocoa,mocha,walnut,tobacco,caramel,espresso,chestnut,camel,tan,cognac}'),
  ('gray', '{charcoal,slate,graphite}'),
  ('grey', '{charcoal,slate,graphite}'),
  ('green', '{sage,olive,emerald,khaki,forest,moss,eucalyptus}'),
  ('orange', '{terracotta,apricot,coral,rust}'),
  ('pink', '{blush,rosewood,fuchsia,magenta,dusty rose}'),
  ('purple', '{lilac,mauve,plum,violet}'),
  ('red', '{berry,burgundy,bordeaux,crimson,scarlet,ruby}'),
  ('white', '{ivory,ecru}'),
  ('yellow', '{mustard,ochre,butter}')
on conflict (phrase) do update set as_good = array(
  select distinct unnest(search_synonyms.as_good || excluded.as_good)
);

-- People and days that things are for: gifts, first of all those that name them.
insert into private.search_synonyms (phrase, as_good, optional)
select word, '{gifts,mother,keepsake}', true
from unnest(array[
  'mom', 'mum', 'mother', 'mama', 'grandma', 'grandmother', 'wife', 'girlfriend', 'sister', 'daughter', 'aunt', 'friend',
  'bestie', 'her', 'teacher', 'birthday', 'christmas', 'anniversary', 'valentine', 'him', 'husband', 'boyfriend', 'girl',
  'lady', 'teen', 'teenager', 'bride', 'bridesmaid', 'hostess', 'graduation', 'housewarming', 'xmas', 'holiday', 'secret santa',
  'coworker', 'colleague', 'nurse', 'neighbor', 'neighbour', 'mother in law', 'mothers day', 'valentines day', 'baby shower',
  'bridal shower', 'expecting mom', 'thank you', 'lover', 'nan', 'granny', 'niece', 'cousin', 'someone', 'wedding', 'baby', 'newborn', 'new baby'
]) as word
on conflict do nothing;

-- "Jewelry gift" is jewelry; a gift alone is one of the things made to be given.
update private.search_synonyms
set gives_way = true
where phrase in ('gift', 'present', 'stocking filler', 'stocking stuffer');

-- How a word sounds, roughly: its consonants. "neckless" and "necklace" sound alike.
create function private.sound_of(word text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select left(word, 1) || regexp_replace(
    translate(
      replace(replace(replace(
        regexp_replace(regexp_replace(substr(word, 2), '[st](?=io)|sh|ch', 'j', 'g'), 'c(?=[eiy])|z', 's', 'g'),
        'ph', 'f'), 'ck', 'k'), 'x', 'ks'),
      'cqaeiouyhw', 'kk'
    ),
    '(.)\1+', '\1', 'g'
  )
$$;
create index search_words_sound on private.search_words (private.sound_of(word));

-- Whether two words have the same letters in another order, or are one but for doubled letters.
create function private.has_slipped(typed text, word text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select regexp_replace(typed, '(.)\1+', '\1', 'g') = regexp_replace(word, '(.)\1+', '\1', 'g')
    or array(select unnest(string_to_array(typed, null)) order by 1) = array(select unnest(string_to_array(word, null)) order by 1)
$$;

-- Whether two slips lead from one word to the other.
create function private.is_two_slips_away(typed text, word text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select exists (
    select unnest(private.one_slip_away(typed)) intersect select unnest(private.one_slip_away(word))
  )
$$;

-- The word that was meant by one that nothing has: one a slip away, first of all one with the same letters or sound (people
-- seldom miss the first letter); else one that sounds so or is two slips away; else two words written as one. Null when nothing
-- comes near: a word that the shop does not know is better left alone than turned into another ("policy" is not "polishes",
-- "crossbody" not "crossed").
create function private.meant_word(typed text) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  slips text[];
  meant text;
begin
  -- "spf50", "30ml"
  if typed ~ '^([a-z]{2,}[0-9]+|[0-9]+[a-z]{1,2})$' then
    return regexp_replace(typed, '([a-z])([0-9])|([0-9])([a-z])', '\1\3 \2\4');
  end if;
  -- Too short to tell, longer than any word, or a number: as it stands.
  if length(typed) not between 4 and 30 or typed ~ '[0-9]' then
    return null;
  end if;
  -- A word of shoppers, alone or in a phrase, is right.
  if exists (select from private.search_synonyms where private.words_of_row(phrase, as_good) && array[typed]) then
    return null;
  end if;
  slips := private.one_slip_away(typed);
  select word
  into meant
  from (
    select word, frequency from private.search_words where word = any (slips)
    union all
    select word, 0
    from private.search_synonyms, unnest(private.words_of_row(phrase, as_good)) as word
    where private.words_of_row(phrase, as_good) && slips
      and word = any (slips)
  ) as near
  cross join lateral (
    select
      private.has_slipped(typed, word) as same_letters,
      private.sound_of(typed) = private.sound_of(word) as same_sound
  ) as alike
  where length(word) > 3
    and (left(word, 1) = left(typed, 1) or length(typed) > 6)
    -- Of four letters another one makes too many other words.
    and (
      length(typed) > 4 or same_letters or same_sound and (length(word) > 4 or frequency > 0) or length(word) > 4 and frequency > 0
    )
  order by
    left(word, 1) = left(typed, 1) desc, frequency > 0 desc, same_letters desc, same_sound desc, frequency desc, word
  limit 1;
  -- "bowels": the vocabulary may have only one form of a word.
  if meant is null and typed like '%_____s' then
    meant := private.meant_word(left(typed, -1));
  end if;
  -- A phrase of the synonyms written as one word.
  if meant is null then
    select phrase into meant from private.search_synonyms where replace(phrase, ' ', '') = typed limit 1;
  end if;
  -- A short word sounds like too many others.
  if meant is null and length(typed) >= 6 then
    select word
    into meant
    from private.search_words
    where private.sound_of(word) = private.sound_of(typed)
      and extensions.similarity(word, typed) > 0.3
      and abs(length(word) - length(typed)) <= 2
    order by extensions.similarity(word, typed) desc, frequency desc, word
    limit 1;
  end if;
  if meant is null and length(typed) >= 7 then
    select word
    into meant
    from (
      select word, frequency
      from private.search_words
      where word operator(extensions.%) typed
        and left(word, 1) = left(typed, 1)
        and abs(length(word) - length(typed)) <= 1
      order by extensions.similarity(word, typed) desc, frequency desc, word
      limit 8
    ) as nearby
    where private.is_two_slips_away(typed, word)
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

-- A price in words: "under $25", "between 10 and 20 dollars", "over $100", "$10-$20", "50 or less". What is left of the query is
-- searched for. A number without a currency is a price only behind "under" and the like: "spf 50" and "50 ml" are none.
create function private.read_price(query_text text, out rest text, out at_least numeric, out below numeric)
  language plpgsql immutable
  set search_path = ''
as $$
declare
  number constant text := '(\d{1,6}(?:\.\d\d)?)(?!\d)';
  no_price constant text := '(?! ?(?:ml|oz|cm|kg|g|%)\M)';
  said record;
  found text[];
begin
  rest := lower(left(query_text, 200));
  -- Most queries name no number: Postgres keeps few compiled expressions, and what follows has more.
  if rest !~ '\d|\m(?:five|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\M' then
    return;
  end if;
  -- "under fifty dollars", "fifty bucks"
  for said in
    select split_part(one, ' ', -1) as digits, regexp_replace(one, ' \d+$', '') as words
    from unnest(array[
      'five 5', 'ten 10', 'fifteen 15', 'twenty 20', 'thirty 30', 'forty 40', 'fifty 50', 'sixty 60', 'seventy 70', 'eighty 80',
      'ninety 90', 'a hundred 100', 'one hundred 100', 'two hundred 200', 'hundred 100'
    ]) as one
    where position(regexp_replace(one, ' \d+$', '') in rest) > 0
  loop
    rest := regexp_replace(
      rest, '\m(under|below|less than|less then|up to|over|above|more than|between|from|and|to) ' || said.words || '\M', '\1 ' || said.digits, 'g'
    );
    rest := regexp_replace(rest, '\m' || said.words || ' (dollars?|bucks|usd|pounds|euros)\M', '$' || said.digits, 'g');
  end loop;
  -- One spelling of each: "$25", "under", "up to", "over".
  rest := regexp_replace(rest, '(\d),(\d{3})(?!\d)', '\1\2', 'g');
  rest := regexp_replace(translate(rest, '£€–', '$' || '$-'), '(?<![\d.])(?:\$ ?)?' || number || ' ?(?:dollars?\M|usd\M|bucks\M|pounds\M|euros\M|\$)', '$\1', 'g');
  rest := regexp_replace(rest, '\m(?:no more than|not more than|at most|maximum|max|within|up to)\M|<=', 'up to ', 'g');
  rest := regexp_replace(rest, '\m(?:below|less th[ae]n|cheaper th[ae]n|lower th[ae]n)\M|<', 'under ', 'g');
  rest := regexp_replace(rest, '\m(?:above|more th[ae]n|at least|starting at|starting from)\M|>', 'over ', 'g');
  rest := regexp_replace(rest, '((?:\$ ?)?' || number || ')' || no_price || ' ?(?:or|and) (?:less|under|below|cheaper)\M', 'up to \1', 'g');
  rest := regexp_replace(rest, '(\$' || number || ') (?:up to|under)(?! *[$\d])', 'up to \1', 'g');
  found := regexp_match(rest, '(\m(?:between|from) +)?(?:(\$) ?)?' || number || ' ?(?:-|to|and|&) ?(\$)? ?' || number || no_price);
  if num_nonnulls(found[1], found[2], found[4]) > 0 then
    at_least := least(found[3]::numeric, found[5]::numeric);
    below := greatest(found[3]::numeric, found[5]::numeric) + 0.01;
    rest := regexp_replace(rest, '(\m(?:between|from) +)?(?:\$ ?)?' || number || ' ?(?:-|to|and|&) ?\$? ?' || number, ' ');
    return;
  end if;
  found := regexp_match(rest, '\m(under|up to) *(?:\$ ?)?' || number || no_price);
  if found is not null then
    below := found[2]::numeric + case found[1] when 'up to' then 0.01 else 0 end;
    rest := regexp_replace(rest, '\m(under|up to) *(?:\$ ?)?' || number, ' ');
    return;
  end if;
  found := regexp_match(rest, '\m(?:over|from) *\$ ?' || number);
  if found is not null then
    at_least := found[1]::numeric;
    rest := regexp_replace(rest, '\m(?:over|from) *\$ ?' || number, ' ');
    return;
  end if;
  found := regexp_match(rest, '\$ ?' || number);
  if found is not null then
    below := found[1]::numeric + 0.01;
    rest := regexp_replace(rest, '\$ ?' || number, ' ');
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

-- A corrected word or phrase, with what the synonyms say for it.
create function private.as_shoppers_mean(correction text) returns tsquery
  language sql stable
  set search_path = ''
as $$
  select private.any_phrase(correction || same.as_good)
  from private.synonyms_of(string_to_array(correction, ' ')) as same
$$;

-- The phrase of two words that was meant by a misspelt one and the word before or behind it.
create function private.meant_phrase(before text, typed text, behind text) returns text
  language sql stable
  set search_path = ''
as $$
  select phrase
  from private.search_synonyms
  where length(typed) between 4 and 30
    and phrase = any (array(
      select unnest(array[before || ' ' || near, near || ' ' || behind]) from unnest(private.one_slip_away(typed)) as near
    ))
  order by phrase
  limit 1
$$;

-- Whether a word is one of a name or the like, and whether anything at all has it. "earings" has the stem of "ear" and is none:
-- forms of one word differ by a letter or two, or have a stem of their own.
create function private.look_up(typed text, out is_named boolean, out is_known boolean)
  language plpgsql stable
  set search_path = ''
as $$
declare
  wanted_lexeme constant text := private.lexemes_of(array[typed]);
  wanted constant tsquery := to_tsquery('private.shop_english', quote_literal(typed));
begin
  is_named := exists (
    select from private.search_words as one
    where one.lexeme = wanted_lexeme
      and abs(length(one.word) - length(typed)) <= case when length(wanted_lexeme) > 3 then 2 else 1 end
  );
  is_known := is_named or length(wanted_lexeme) > 3 and (
    exists (select from private.product_texts where document @@ wanted)
    or exists (select from private.article_documents where document @@ wanted)
  );
end
$$;

-- Words of the catalogue that may have been meant by a word beside which nothing was found. A word that the catalogue has
-- was typed wrong only by a slip of the fingers: two letters in the wrong order, or one doubled. Of three letters none is
-- replaced: too many words are like them.
create function private.near_words(typed text) returns text[]
  language sql stable
  set search_path = ''
as $$
  select array(
    select near.word
    from private.search_words as near
    where length(typed) between 3 and 30
      and typed !~ '[0-9]'
      and near.word = any (private.one_slip_away(typed)::text[])
      and length(near.word) > 2
      and near.word <> typed
      and left(near.word, 1) = left(typed, 1)
      and (
        private.has_slipped(typed, near.word)
        or not exists (select from private.search_words as one where one.word = typed)
          and (length(typed) > 3 or length(near.word) > 3)
      )
    order by near.frequency desc, near.word
    limit 8
  )
$$;

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
  out below numeric,
  -- The size that is named, as offers call it.
  out wanted_size text,
  -- All of which every_word asks for; the word that was typed for each, none of them where the visitor insists or a synonym
  -- was typed; and where it stands in meant.
  out clauses tsquery[],
  out clause_words text[],
  out clause_places integer[]
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  price record;
  typed text[];
  as_it_was text[]; -- the same before any correction
  typed_word text;
  joined text;
  completions text;
  correction text;
  synonym record;
  words_of_synonym integer;
  position integer := 1;
  settled integer := 0; -- up to here words are corrected
  part tsquery;
  known boolean[] := '{}'; -- which of them the shop has a word of
  named boolean[] := '{}'; -- the same, in a name or as a word of shoppers
  guessed boolean[] := '{}'; -- which of them were corrected
  is_named boolean := true; -- whether the last of them stands in names, not only in descriptions
  optional tsquery; -- needed only when there is nothing else
  given_way tsquery; -- the same, and before those
  may_join boolean := false; -- whether the word before may be the first half of this one
  is_known boolean;
  spelt text[] := '{}';
  thing integer; -- which clause says what is wanted
  is_thing_named boolean := true;
  thing_ended boolean := false; -- by a "for" or "with"
begin
  corrected := false;
  clauses := '{}';
  clause_words := '{}';
  clause_places := '{}';
  price := private.read_price(query_text);
  at_least := price.at_least;
  below := price.below;
  typed := private.typed_words(price.rest);
  as_it_was := typed;
  wanted_size := (
    select sizes.size
    from unnest(typed) with ordinality as one (word, place)
    join (values
      ('xs', 'xs'), ('s', 's'), ('small', 's'), ('m', 'm'), ('medium', 'm'), ('l', 'l'), ('large', 'l'), ('xl', 'xl'), ('xxl', 'xxl')
    ) as sizes (said, size) on sizes.said = one.word
    order by one.place desc
    limit 1
  );
  while position <= coalesce(array_length(typed, 1), 0) loop
    typed_word := typed[position];
    is_named := true;
    -- The longest phrase of the synonyms that stands here.
    words_of_synonym := 0;
    for length in reverse 3 .. 1 loop
      continue when position + length - 1 > array_length(typed, 1);
      select * into synonym from private.synonyms_of(typed[position:position + length - 1]);
      if synonym.optional is not null then
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
      elsif synonym.gives_way then
        given_way := case when given_way is null then part else given_way && part end;
        may_join := false;
      else
        -- "skin care" and the like: the word before and this one may be one word.
        if thing is null or not thing_ended and not private.is_detail(typed[position - 1]) then
          thing := cardinality(clauses) + 1;
          is_thing_named := true;
        end if;
        clauses := clauses || part;
        clause_words := array_append(clause_words, null);
        clause_places := clause_places || cardinality(spelt);
        known := known || true;
        named := named || true;
        guessed := guessed || (position - 1 <= settled);
        may_join := words_of_synonym = 1;
      end if;
      continue;
    end if;

    part := to_tsquery('private.shop_english', quote_literal(typed_word));
    if numnode(part) = 0 then -- a word like "the", which no document holds
      spelt := spelt || typed_word;
      may_join := false;
      position := position + 1;
      thing_ended := thing_ended or thing is not null and typed_word in ('for', 'with', 'in', 'from', 'to');
      continue;
    end if;
    joined := case when may_join then typed[position - 1] || typed_word end;
    if joined is not null and exists (select from private.search_words as one where one.word = joined) then
      part := (clauses[array_length(clauses, 1)] && part) || to_tsquery('private.shop_english', quote_literal(joined));
      clauses[array_length(clauses, 1)] := part;
      clause_words[array_length(clauses, 1)] := null;
      known[array_length(known, 1)] := true;
      spelt := spelt || typed_word;
      may_join := false;
      position := position + 1;
      continue;
    end if;
    select looked.is_named, looked.is_known into is_named, is_known from private.look_up(typed_word) as looked;
    if not is_known then
      -- The commonest words that begin so, which byte order makes a range of the index. A prefix in the text index would
      -- gather every product of every such word.
      select string_agg(quote_literal(beginning.word), ' | ')
      into completions
      from (
        select one.word
        from private.search_words as one
        where length(typed_word) >= case when position = array_length(typed, 1) then 2 else 4 end
          and one.word between typed_word and typed_word || chr(1114111)
        order by one.frequency desc, one.word
        limit 10
      ) as beginning;
      if completions is not null then
        part := to_tsquery('private.shop_english', completions);
        is_known := true;
      elsif not as_typed and position > settled then
        -- "nail polsih", "sented candle": of a phrase that shoppers use one word is a slip away.
        correction := private.meant_phrase(case when may_join then typed[position - 1] end, typed_word, typed[position + 1]);
        if correction is not null and split_part(correction, ' ', 2) = typed[position + 1] then
          typed[position] := split_part(correction, ' ', 1);
          settled := position;
          corrected := true;
          continue;
        end if;
        if correction is not null then
          clauses[array_length(clauses, 1)] := private.as_shoppers_mean(correction);
          clause_words[array_length(clauses, 1)] := null;
          known[array_length(known, 1)] := true;
          spelt := spelt || split_part(correction, ' ', 2);
          corrected := true;
          may_join := false;
          position := position + 1;
          continue;
        end if;
        -- "sun glases": the two may be one word that was slipped in. A letter alone is no half of a word: "vitamin c".
        if may_join and length(typed_word) > 1 then
          correction := private.meant_word(typed[position - 1] || typed_word);
          if correction = any (private.one_slip_away(typed[position - 1] || typed_word)) then
            clauses[array_length(clauses, 1)] := private.as_shoppers_mean(correction);
            clause_words[array_length(clauses, 1)] := null;
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
          -- Read again as if it had been typed so.
          joined := typed[position];
          typed := typed[:position - 1] || string_to_array(correction, ' ') || typed[position + 1:];
          as_it_was := as_it_was[:position - 1]
            || case when correction like '% %' then array[null, null]::text[] else array[joined] end || as_it_was[position + 1:];
          settled := position + array_length(string_to_array(correction, ' '), 1) - 1;
          corrected := true;
          continue;
        end if;
      end if;
    end if;
    spelt := spelt || typed_word;
    position := position + 1;
    if not is_named and typed_word in ('small', 'medium', 'large') then
      part := to_tsquery('private.shop_english', wanted_size);
      is_known := true;
    end if;
    may_join := numnode(part) > 0;
    if may_join then
      if thing is null or not thing_ended and not private.is_detail(typed_word) then
        thing := cardinality(clauses) + 1;
        is_thing_named := is_named;
      end if;
      clauses := clauses || part;
      clause_words := clause_words || case when not as_typed then as_it_was[position - 1] end;
      clause_places := clause_places || cardinality(spelt);
      known := known || is_known;
      named := named || is_named;
      guessed := guessed || (position - 1 <= settled);
    end if;
  end loop;
  -- "Gift for hikers": what no name knows gives way to the gift.
  if given_way is not null and not (true = any (named)) then
    clauses := '{}';
  end if;
  optional := coalesce(given_way, optional);
  if cardinality(clauses) = 0 and optional is not null then
    clauses := array[optional];
    clause_words := array[null];
    clause_places := array[1];
    known := array[true];
    guessed := array[false];
    thing := 1;
    is_thing_named := true;
  end if;
  for index in 1 .. coalesce(array_length(clauses, 1), 0) loop
    every_word := case when index = 1 then clauses[1] else every_word && clauses[index] end;
    -- Where what is wanted is not known, nothing else is guessed: a "power drill" is no powder.
    if not guessed[index] or known[cardinality(clauses)] then
      any_word := case when any_word is null then clauses[index] else any_word || clauses[index] end;
    end if;
    if known[index] and (not guessed[index] or known[cardinality(clauses)]) then
      known_words := case when known_words is null then clauses[index] else known_words && clauses[index] end;
    end if;
  end loop;
  last_known := coalesce(known[array_length(known, 1)], true);
  -- "rse gold": a word that nothing knows is not what is wanted, as long as another follows.
  if thing is null or not known[thing] then
    thing := array_length(clauses, 1);
    is_thing_named := is_named;
  end if;
  if is_thing_named then
    last_word := clauses[thing];
  end if;
  meant := array_to_string(spelt, ' ');
end
$$;
