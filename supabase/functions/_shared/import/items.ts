import type pg from 'pg'
import { DIFFERENCE_TABLE, type Difference } from './difference.ts'

/** The item of each row whose name, GTIN or group is new: its label, or the item that the label is known to be. */
const NODES_TABLE = 'private.feed_nodes'
/** Pairs of items that are one. */
const LINKS_TABLE = 'private.feed_links'
/** What each item of a pair is from now on. */
const ROOTS_TABLE = 'private.feed_roots'
/** Who leads the items of new rows, and what those come in. */
export const LEADS_TABLE = 'private.feed_leads'

export const ITEM_TABLES = [NODES_TABLE, LINKS_TABLE, ROOTS_TABLE, LEADS_TABLE]

/** A GTIN or a group under which a feed has more names than this is a mistake of the feed, and joins nothing. */
const MAX_NAMES_OF_GTIN = 20
const MAX_NAMES_OF_GROUP = 200
/** Rounds of following links: each halves no less than one chain, and feeds have chains of two or three. */
const MAX_ROUNDS = 50

const KEYS = [
  { columns: ['feed_id', 'variant_group'], present: 'variant_group', maxNames: MAX_NAMES_OF_GROUP },
  { columns: ['gtin'], present: 'gtin', maxNames: MAX_NAMES_OF_GTIN },
] as const

/**
 * Finds the item of every new or renamed row: by its label (`private.item_label`), joined with others by the merchant's own
 * group and by GTIN. Items of the catalogue that turn out to be one become one.
 */
export async function identifyItems(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create unlogged table ${NODES_TABLE} as
     select d.position, coalesce(aliases.item_id, d.label) as node, d.feed_id, d.variant_group, d.gtin
     from ${DIFFERENCE_TABLE} as d
     left join private.item_aliases as aliases on aliases.label = d.label
     where d.label is not null`,
  )
  await client.query(`analyze ${NODES_TABLE} (node, gtin)`)
  await client.query(`create unlogged table ${LINKS_TABLE} (one bigint not null, other bigint not null)`)
  for (const key of KEYS) {
    await linkNewRows(client, key)
    await linkKnownProducts(client, key)
  }
  await client.query(`create unlogged table ${ROOTS_TABLE} (label bigint primary key, item_id bigint not null)`)
  const linked = await client.query(
    `insert into ${ROOTS_TABLE} (label, item_id)
     select label, label from (select one as label from ${LINKS_TABLE} union select other from ${LINKS_TABLE}) as linked`,
  )
  if (linked.rowCount) await joinItems(client)
}

type Key = (typeof KEYS)[number]

const using = (key: Key, one: string, other: string) =>
  key.columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ')

async function linkNewRows(client: pg.ClientBase, key: Key) {
  const columns = key.columns.join(', ')
  await client.query(
    `with shared as (
       select ${columns}, min(node) as lowest
       from ${NODES_TABLE}
       where ${key.present} is not null
       group by ${columns}
       having min(node) <> max(node)
     ),
     named as (
       select distinct ${columns}, nodes.node, shared.lowest
       from ${NODES_TABLE} as nodes
       join shared using (${columns})
     )
     insert into ${LINKS_TABLE} (one, other)
     select distinct node, lowest
     from (select node, lowest, count(*) over (partition by ${columns}) as names from named) as counted
     where node <> lowest and names <= ${key.maxNames}`,
  )
}

async function linkKnownProducts(client: pg.ClientBase, key: Key) {
  const columns = key.columns.map((column) => `nodes.${column}`).join(', ')
  await client.query(
    `with named as (
       select distinct ${columns}, nodes.node, products.item_id
       from ${NODES_TABLE} as nodes
       join public.products on ${using(key, 'products', 'nodes')}
       where products.${key.present} is not null
         and products.delisted_at is null
         and products.item_id <> nodes.node
         and not exists (
           select from ${DIFFERENCE_TABLE} as d where d.product_id = products.id and d.label is not null
         )
     )
     insert into ${LINKS_TABLE} (one, other)
     select distinct node, item_id
     from (select node, item_id, count(*) over (partition by ${key.columns.join(', ')}) as names from named) as counted
     where names <= ${key.maxNames}`,
  )
}

/** Gives all that hangs together the lowest number of it, here, in the catalogue and for names met later. */
async function joinItems(client: pg.ClientBase) {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rowCount } = await client.query(
      `update ${ROOTS_TABLE} as roots
       set item_id = lowest.item_id
       from (
         select links.label, min(near.item_id) as item_id
         from (select one as label, other as near from ${LINKS_TABLE} union all select other, one from ${LINKS_TABLE}) as links
         join ${ROOTS_TABLE} as near on near.label = links.near
         group by links.label
       ) as lowest
       where lowest.label = roots.label and lowest.item_id < roots.item_id`,
    )
    if (!rowCount) break
  }
  await client.query(
    `update private.item_aliases as aliases
     set item_id = roots.item_id
     from ${ROOTS_TABLE} as roots
     where aliases.item_id = roots.label and roots.label <> roots.item_id`,
  )
  await client.query(
    `insert into private.item_aliases (label, item_id)
     select label, item_id from ${ROOTS_TABLE} where label <> item_id
     on conflict (label) do update set item_id = excluded.item_id`,
  )
  await client.query(
    `update public.products
     set item_id = roots.item_id
     from ${ROOTS_TABLE} as roots
     where products.item_id = roots.label and roots.label <> roots.item_id`,
  )
}

/** The rows' items after joining; for `from … as d`. */
export const ITEM_OF_ROW = {
  join: `left join ${NODES_TABLE} as nodes on nodes.position = d.position
     left join ${ROOTS_TABLE} as roots on roots.label = nodes.node`,
  value: 'coalesce(roots.item_id, nodes.node)',
}

/** Who leads the items among the new rows; `private.refresh_items` says the same for what is there already. */
export async function leadNewItems(client: pg.ClientBase): Promise<void> {
  const before = 'rows between unbounded preceding and 1 preceding'
  const best = 'private.offer_class(availability, price, currency), private.offer_total(price, delivery_cost), position'
  await client.query(
    `create unlogged table ${LEADS_TABLE} as
     select position, item_id, leads, leads_merchant,
       private.steps_behind(better_steps, own_step) as better_steps,
       private.steps_behind(merchant_better_steps, own_step) as merchant_better_steps,
       is_lowest,
       least(sum(leads_merchant::integer) over item, 32767)::smallint as shops,
       least(sum(new_colour::integer) over item, 32767)::smallint as colours,
       least(sum(new_size::integer) over item, 32767)::smallint as sizes,
       case when leads then concat_ws(
         ' ',
         string_agg(colour, ' ') filter (where new_colour) over item,
         string_agg(size, ' ') filter (where new_size) over item
       ) end as variant_words
     from (
       select position, item_id, colour, size, own_step,
         row_number() over better = 1 as leads,
         row_number() over better_of_merchant = 1 as leads_merchant,
         coalesce(bit_or(own_step) over (better ${before}), 0::smallint) as better_steps,
         coalesce(bit_or(own_step) over (better_of_merchant ${before}), 0::smallint) as merchant_better_steps,
         coalesce(
           price = min(price) over (partition by item_id, currency, availability = 'out_of_stock')
             and (availability <> 'out_of_stock' or every(availability = 'out_of_stock') over (partition by item_id)),
           false
         ) as is_lowest,
         colour is not null and row_number() over (partition by item_id, lower(colour)) = 1 as new_colour,
         size is not null and row_number() over (partition by item_id, lower(size)) = 1 as new_size
       from (
         select d.position, ${ITEM_OF_ROW.value} as item_id, d.merchant_name, d.price, d.currency, d.availability,
           d.delivery_cost, d.colour, d.size, private.step_bit(private.price_step(d.price)) as own_step
         from ${DIFFERENCE_TABLE} as d
         ${ITEM_OF_ROW.join}
         where d.product_id is null
       ) as fresh
       window
         better as (partition by item_id order by ${best}),
         better_of_merchant as (partition by item_id, merchant_name order by ${best})
     ) as ranked
     window item as (partition by item_id)`,
  )
  await client.query(`analyze ${LEADS_TABLE} (position, item_id)`)
}

export interface RefreshOptions {
  difference: Pick<Difference, 'new' | 'changed'>
  /** Products from here on are this run's. */
  firstId: bigint
  /** Items that lost an offer, or of which one has its price again. */
  movedItems: readonly string[]
}

/** Says anew who leads the items of which an offer that was there before changed, or which it was joined by or left. */
export async function refreshItems(client: pg.ClientBase, { difference, firstId, movedItems }: RefreshOptions) {
  const touched: string[] = ['select unnest($1::bigint[])']
  if (difference.new + difference.changed > 0) touched.push(`select item_id from ${ROOTS_TABLE}`)
  if (difference.changed > 0)
    touched.push(
      `select item_id from ${DIFFERENCE_TABLE} where moves_in_item and item_id is not null`,
      `select products.item_id
       from ${DIFFERENCE_TABLE} as d
       join public.products on products.id = d.product_id
       where d.moves_in_item`,
    )
  if (difference.new > 0)
    touched.push(
      `select item_id from ${LEADS_TABLE} where shops > 1`,
      `select leads.item_id
       from ${LEADS_TABLE} as leads
       join public.products on products.item_id = leads.item_id
       where products.delisted_at is null and products.id <= $2`,
    )
  await client.query(`select private.refresh_items(array(${touched.join(' union ')})) where $2::bigint is not null`, [
    movedItems,
    firstId.toString(),
  ])
}
