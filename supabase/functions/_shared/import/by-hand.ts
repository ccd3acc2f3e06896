import type pg from 'pg'
import { STAGE_TABLE } from './stage.ts'

/** Offers that staff hid stay hidden, however often a feed names them. Returns how many were left out. */
export async function dropHidden(client: pg.ClientBase): Promise<number> {
  const dropped = await client.query(
    `delete from ${STAGE_TABLE} as s
     using public.hand_edits as edits join public.products as p on p.id = edits.product_id
     where edits.column_name = 'delisted_at' and p.delisted_at is not null
       and s.feed_id = p.feed_id and s.external_id = p.external_id`,
  )
  return dropped.rowCount ?? 0
}

/** What staff decided wins over what a feed says: new names of merchants, and fields that were changed by hand. */
export async function keepWhatStaffDecided(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ renamed: boolean; edited: boolean }>(
    `select exists (select from private.merchant_names) as renamed, exists (select from public.hand_edits) as edited`,
  )
  if (rows[0]?.renamed) {
    await client.query(
      `update ${STAGE_TABLE} as s set merchant_name = merchants.name
       from private.merchant_names as former
       join public.merchants on merchants.id = former.merchant_id
       where s.merchant_name = former.old_name`,
    )
  }
  if (rows[0]?.edited) await keepEditedFields(client)
}

/** One statement for each column that somebody changed: the stage then says of it what the catalogue says. */
async function keepEditedFields(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select distinct quote_ident(column_name) as name from public.hand_edits
     join pg_attribute on attrelid = $1::regclass and attname = column_name and attnum > 0 and not attisdropped`,
    [STAGE_TABLE],
  )
  for (const { name } of rows) {
    await client.query(
      `update ${STAGE_TABLE} as s set ${name} = p.${name}
       from public.hand_edits as edits
       join public.products as p on p.id = edits.product_id
       where quote_ident(edits.column_name) = $1 and s.feed_id = p.feed_id and s.external_id = p.external_id`,
      [name],
    )
  }
}
