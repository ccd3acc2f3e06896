import type { NamedProduct } from './generate-post.ts'
import type { Store } from './store-post.ts'

interface Wanted {
  count: number
  /** Empty: every category. */
  categories?: readonly string[]
  /** At most so many of one category, for a list that is not all lipstick. */
  perCategory?: number
}

/** Rows read for a choice: the sizes and colors of one thing stand side by side. */
const CANDIDATES = 400

const newestSql = `select id, product_name, merchant_name, category
  from public.products
  where delisted_at is null
    and availability <> 'out_of_stock'
    and price is not null
    and ($1::text[] = '{}' or category = any($1))
  order by created_at desc, id desc
  limit ${CANDIDATES}`

/** The newest things in stock with a known price, each in one of its sizes and colors. */
export async function newestProducts(
  store: Store,
  { count, categories = [], perCategory = count }: Wanted,
): Promise<NamedProduct[]> {
  const { rows } = await store.query(newestSql, [categories])
  return choose(rows, { count, perCategory })
}

/** What had fallen in price, by our own readings, the biggest drop first; where that is too little, the newest after it. */
export async function topProducts(
  store: Store,
  wanted: Pick<Required<Wanted>, 'count' | 'perCategory'>,
): Promise<{ products: NamedProduct[]; fallen: number }> {
  const drops = await store.query(
    `select id, product_name, merchant_name, category
     from public.price_drops(sort_param => 'biggest', page_size => 100)
     where price is not null`,
    [],
  )
  const fallen = choose(drops.rows, wanted)
  if (fallen.length === wanted.count) return { products: fallen, fallen: fallen.length }
  const newest = await store.query(newestSql, [[]])
  return { products: choose([...drops.rows, ...newest.rows], wanted), fallen: fallen.length }
}

function choose(
  rows: readonly Record<string, unknown>[],
  { count, perCategory }: Pick<Required<Wanted>, 'count' | 'perCategory'>,
): NamedProduct[] {
  const names = new Set<string>()
  const taken = new Map<string, number>()
  const chosen: NamedProduct[] = []
  for (const row of rows) {
    const name = String(row.product_name)
    const plain = name.toLowerCase().split(/ [-–] /, 1)[0] ?? ''
    const category = String(row.category)
    const already = taken.get(category) ?? 0
    if (chosen.length === count || names.has(plain) || already >= perCategory) continue
    names.add(plain)
    taken.set(category, already + 1)
    chosen.push({ id: Number(row.id), name, merchant: String(row.merchant_name) })
  }
  return chosen
}
