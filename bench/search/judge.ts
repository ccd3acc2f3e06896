import type pg from 'pg'
import { namedPage } from '#site/features/search/page-words.ts'
import { JUDGED } from './judged.ts'
import type { JudgedQuery } from './judged-query.ts'

interface Row {
  kind: string | null
  title: string
  category: string
  price: string | null
  corrected: boolean
}

export interface Judgement {
  right: number
  asked: number
  /** What was asked and what came, one line for each that was not right. */
  wrong: string[]
}

/** Asks the demo shop every judged query, as a visitor's page of results does. */
export async function judge(client: pg.ClientBase, queries = JUDGED): Promise<Judgement> {
  const wrong: string[] = []
  for (const query of queries) {
    const { rows } = await client.query<Row>(
      'select kind, title, category, price, corrected from public.search_shop($1)',
      [query.text],
    )
    if (!isRight(query, rows))
      wrong.push(
        `${query.text} → ${rows
          .slice(0, 3)
          .map((row) => row.title)
          .join(' | ')}`,
      )
  }
  return { right: queries.length - wrong.length, asked: queries.length, wrong }
}

function isRight(query: JudgedQuery, rows: Row[]): boolean {
  if (query.page) return namedPage(query.text)?.path === query.page
  if (query.asTyped) return rows[0]?.corrected === false
  const offers = rows.filter(({ kind }) => kind === 'product' || kind === 'find').slice(0, 3)
  if (offers.length === 0) return query.lacking === true
  if (rows[0]?.kind === 'article') return false
  return offers.every((row) => query.kind.test(`${row.title} ${row.category}`) && fits(query, row.price))
}

function fits({ from, below }: JudgedQuery, price: string | null): boolean {
  if (from === undefined && below === undefined) return true
  return price !== null && Number(price) >= (from ?? 0) && Number(price) < (below ?? Number.POSITIVE_INFINITY)
}
