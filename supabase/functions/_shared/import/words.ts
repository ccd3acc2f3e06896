import type pg from 'pg'
import { DIFFERENCE_TABLE } from './difference.ts'

/** Pieces of the new names, with how many names have each. */
export const WORDS_TABLE = 'private.feed_words'

/**
 * The words of new and renamed products, for queries with typing errors, and how many products brought each: that tells
 * which of several similar words was meant. Names are cut at spaces first, and only pieces that are not words already go
 * through the exact rule: a million names have some ten thousand different pieces. These are counted into a table of
 * their own because parallel workers can, as they cannot in an insert.
 */
export async function learnWords(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create unlogged table ${WORDS_TABLE} as
     select piece, count(*) as brought
     from (
       select unnest(string_to_array(lower(product_name), ' ')) as piece
       from ${DIFFERENCE_TABLE}
       where has_new_words
     ) as pieces
     group by piece
     union all
     select concat_ws(' ', brand, category, merchant_name), count(*)
     from ${DIFFERENCE_TABLE}
     where has_new_words
     group by 1
     union all
     select colour, count(*)
     from ${DIFFERENCE_TABLE}
     where has_new_words and colour is not null
     group by 1
     union all
     select (regexp_match(merchant_category, '(?:^|[>/|])([^>/|&,]*)$'))[1], count(*)
     from ${DIFFERENCE_TABLE}
     where has_new_words and merchant_category is not null
     group by 1`,
  )
  await client.query(
    `with words as (
       select piece as word, brought
       from ${WORDS_TABLE} as pieces
       where exists (select from private.search_words as known where known.word = pieces.piece)
       union all
       select word, brought
       from ${WORDS_TABLE} as pieces, private.words_of(piece) as word
       where not exists (select from private.search_words as known where known.word = pieces.piece)
     )
     insert into private.search_words (word, frequency)
     select word, sum(brought)
     from words
     group by word
     order by word
     on conflict (word) do update set frequency = search_words.frequency + excluded.frequency`,
  )
}
