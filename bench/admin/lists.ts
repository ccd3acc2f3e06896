import { z } from 'zod'
import { LISTED_COLUMNS } from '../../admin/features/catalogue/product-address.ts'
import type { Office } from './office.ts'

/** Interleaved with the driver, because the machine is shared. */
const TIMES = 100
/** As the office's list asks (admin/list, admin/features/catalogue). */
const PAGE_SIZE = 100
const CAP = 10_000

interface Screen {
  name: string
  filters: Record<string, string>
  after?: { value: string; id: number }
}

/** Everything that the list of products asks, count included, through the office's door and by the driver. */
export async function measureLists(office: Office): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {}
  for (const screen of await screens(office)) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let time = -5; time < TIMES; time += 1) {
      const [one, other] = [
        await timed(() => throughOffice(office, screen)),
        await timed(() => byDriver(office, screen)),
      ]
      if (time < 0) continue // what a running shop has read already
      ours.push(one)
      theirs.push(other)
    }
    console.log(
      `${screen.name}: p50 ${ms(at(ours, 0.5))}, p99 ${ms(at(ours, 0.99))}; driver p50 ${ms(at(theirs, 0.5))}`,
    )
    ratios[`admin/${screen.name}-over-driver`] = at(theirs, 0.5) / at(ours, 0.5)
  }
  return ratios
}

async function screens({ owner }: Office): Promise<Screen[]> {
  const { rows: deep } = await owner.query(
    `select created_at::text as value, id::int as id from public.products where delisted_at is null
     order by created_at desc, id desc
     offset (select greatest(0, count(*) * 0.95 - 100)::bigint from public.products where delisted_at is null) limit 1`,
  )
  const { rows: common } = await owner.query(
    `select source, category from public.products where source is not null and delisted_at is null
     group by 1, 2 order by count(*) desc limit 1`,
  )
  await owner.query(
    `update public.products set product_name = product_name || ' zephyrine' where id = (select min(id) from public.products)`,
  )
  const after = z.object({ value: z.string(), id: z.number() }).parse(deep[0])
  const { source, category } = z.object({ source: z.string(), category: z.string() }).parse(common[0])
  return [
    { name: 'first-page', filters: {} },
    { name: 'deep-page', filters: {}, after },
    { name: 'three-filters', filters: { source, category, price_from: '20', price_to: '60' } },
    { name: 'rare-word', filters: { search: 'zephyrine' } },
  ]
}

async function throughOffice({ ask }: Office, { filters, after }: Screen) {
  const place = after && { after_value: after.value, after_id: after.id }
  await Promise.all([
    ask('POST', `/rest/v1/rpc/staff_products?select=${LISTED_COLUMNS}`, {
      filters,
      sort: 'newest',
      page_size: PAGE_SIZE,
      ...place,
    }),
    ask('POST', '/rest/v1/rpc/count_staff_products', { filters, cap: CAP }),
  ])
}

async function byDriver({ driver }: Office, { filters, after }: Screen) {
  await driver.query(
    `select ${LISTED_COLUMNS} from public.staff_products(filters => $1, sort => $2, page_size => $3, after_value => $4, after_id => $5)`,
    [filters, 'newest', PAGE_SIZE, after?.value ?? null, after?.id ?? null],
  )
  await driver.query('select public.count_staff_products(filters => $1, cap => $2)', [filters, CAP])
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`
