import MiniSearch from 'minisearch'
import type pg from 'pg'

/** Answers a query with the names of its first eight results; counting is part of the answer. */
export type Engine = (query: string) => Promise<string[]>

/** A whole page of our search: spelling, ranking, excerpts and the capped counts of every kind. */
export const ours =
  (client: pg.ClientBase): Engine =>
  async (query) => {
    const { rows } = await client.query<{ title: string | null }>({
      name: 'search_shop',
      text: 'select * from public.search_shop($1)',
      values: [query],
    })
    return rows.flatMap(({ title }) => title ?? [])
  }

/** What a shop does without a search: every word somewhere in the name, newest first, and a capped count. */
export const ilike =
  (client: pg.ClientBase): Engine =>
  async (query) => {
    const patterns = query.split(' ').map((word) => `%${word}%`)
    const matching = 'from public.products where delisted_at is null and product_name ilike all ($1)'
    await client.query(`select count(*) from (select 1 ${matching} limit 1001) as counted`, [patterns])
    const { rows } = await client.query<{ name: string }>(
      `select product_name as name ${matching} order by created_at desc, id desc limit 8`,
      [patterns],
    )
    return rows.map(({ name }) => name)
  }

/** MiniSearch in this process, as its documentation sets up a shop's search: prefixes, and one slip in five letters. */
export async function miniSearch(client: pg.ClientBase, documents: number): Promise<Engine> {
  const { rows } = await client.query(
    `select id, product_name as name, concat_ws(' ', brand, category, merchant_name) as context
     from public.products order by id limit $1`,
    [documents],
  )
  const index = new MiniSearch({ fields: ['name', 'context'], storeFields: ['name'] })
  index.addAll(rows)
  return async (query) =>
    index
      .search(query, { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { name: 2 } })
      .slice(0, 8)
      .map((result) => String(result.name))
}
