import { z } from 'zod'
import { escaped } from './html.ts'
import type { Store } from './store-post.ts'

/** A product that was chosen for the page. */
export interface MonthlyDeal {
  id: number
  name: string
  brand: string | null
  merchant: string
  category: string
}

/** The page is of this month until an editor writes another (specification, 9). */
export const MONTHLY_DEALS = {
  url: '/monthly-deals',
  name: 'Top 10 Deals of March 2025',
  month: 'March',
  count: 10,
} as const

const GROUPS: readonly { title: string; text: string; categories: readonly string[] }[] = [
  {
    title: 'For your face',
    text: 'March is when winter routines come apart: heavy creams go back in the cupboard, and whatever is left had better be good. Look at these before you replace anything.',
    categories: ['Skincare', 'Makeup', 'Beauty', 'Tools'],
  },
  {
    title: 'For hair, bath and the air around you',
    text: 'The long way through a Sunday evening: wash, mend, soak, and a scent for when you are done.',
    categories: ['Hair', 'Bath & Body', 'Fragrance'],
  },
  {
    title: 'To wear now and still in May',
    text: 'Between two seasons, buy the layer and skip the trend. Look for what works under a coat this week and on its own in six.',
    categories: ['Fashion', 'Jewelry'],
  },
  {
    title: 'For the rooms you come home to, and for giving',
    text: 'One well-chosen thing changes a room more than a basket of small ones. The same is true of a present.',
    categories: [],
  },
]

/** Cards that the site shows in one row. */
const ROW = 4

/**
 * The page as editors could have written it. A product is a paragraph with one link to its page: the site puts its live
 * card there, so no price stands in the text and none can grow old in it.
 */
export function monthlyDealsHtml(deals: readonly MonthlyDeal[]): string {
  const left = new Set(deals)
  const sections: string[] = []
  let number = 0
  for (const { title, text, categories } of GROUPS) {
    const own = [...left].filter((deal) => categories.length === 0 || categories.includes(deal.category))
    for (const deal of own) left.delete(deal)
    if (own.length === 0) continue
    const rows = Array.from({ length: Math.ceil(own.length / ROW) }, (_, row) => own.slice(row * ROW, (row + 1) * ROW))
    const shelves = rows.map((row) => {
      const first = number + 1
      number += row.length
      const reach = row.length > 1 ? `Numbers ${first} to ${number}` : `Number ${first}`
      return `<ul>${row.map(item).join('')}</ul>\n${row.map(link).join('\n')}\n<p><em>${reach} of ${deals.length}.</em></p>`
    })
    sections.push(`<h2>${escaped(title)}</h2>\n<p>${escaped(text)}</p>\n${shelves.join('\n')}`)
  }
  return `${INTRO}\n${sections.join('\n')}\n${OUTRO}`
}

const INTRO = `<p>Ten things worth a look in ${MONTHLY_DEALS.month}, from across the catalogue, so that nobody has to scroll through all of it. They were picked by rule, not by favour: category by category, a price that we saw fall before one that stayed, and what arrived last before what was here already. The cards below are live. The price on each is what the shop asked when we last read it, with the time beside it, and the shop’s own page has the final word.</p>`

const OUTRO = `<h2>How to use a list like this</h2>
<p>Decide first what you would pay, then look. If a thing is below that and you would have bought it anyway, it is a deal; if you had never thought of it until now, give it a night. Nothing here runs out because we say so.</p>
<p>Prices that really came down are kept on the <a href="/deals">price drops</a> page, and everything else on <a href="/all-deals">All Deals</a>.</p>`

const item = ({ name, brand, merchant }: MonthlyDeal): string => {
  const by = brand && !name.startsWith(brand) ? ` by ${brand}` : ''
  return `<li><strong>${escaped(name)}</strong>${escaped(by)}, at ${escaped(merchant)}</li>`
}

const link = ({ id, name }: MonthlyDeal): string => `<p><a href="/p/${id}">${escaped(name)}</a></p>`

const rowsOf = z.array(
  z.object({
    id: z.coerce.number(),
    name: z.string(),
    brand: z.string().nullable(),
    merchant: z.string(),
    category: z.string(),
  }),
)

/**
 * Writes the page where there is none yet; an editor's page is left alone. Nothing is written until the catalogue has
 * ten products to list. Says whether it wrote.
 */
export async function writeMonthlyDeals(sql: Store): Promise<boolean> {
  const known = await sql.query('select from public.pages where url = $1', [MONTHLY_DEALS.url])
  if (known.rowCount) return false
  const { rows } = await sql.query(CHOOSE, [MONTHLY_DEALS.count])
  const deals = rowsOf.parse(rows)
  if (deals.length < MONTHLY_DEALS.count) return false
  const written = await sql.query(
    `insert into public.pages (url, name, content, is_published) values ($1, $2, $3, true) on conflict (url) do nothing`,
    [MONTHLY_DEALS.url, MONTHLY_DEALS.name, monthlyDealsHtml(deals)],
  )
  return written.rowCount === 1
}

/** Of each category's newest the one whose price fell most; second ones only where there are fewer than ten categories. */
const CHOOSE = `
  select id, name, brand, merchant, category
  from (
    select
      found.id, found.product_name as name, found.brand, found.merchant_name as merchant, found.category,
      coalesce(drops.saving, 0) as saving, found.created_at,
      row_number() over (
        partition by found.category order by coalesce(drops.saving, 0) desc, found.created_at desc, found.id desc
      ) as place
    from public.product_categories() as category
    cross join lateral (
      select distinct on (split_part(product_name, ' - ', 1)) *
      from (
        select * from public.products
        where products.category = category.category
          and delisted_at is null
          and availability <> 'out_of_stock'
          and price is not null
        order by created_at desc, id desc
        limit 50
      ) as newest
      order by split_part(product_name, ' - ', 1), created_at desc, id desc
    ) as found
    left join public.price_drops as drops
      on drops.product_id = found.id
      -- Where the shop does not let us tell of a fallen price, it decides nothing.
      and exists (select from public.merchants where name = found.merchant_name and may_show_history)
  ) as ranked
  order by place, saving desc, created_at desc, id desc
  limit $1`
