import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

/** A word of one delisted product's name alone; visitors know how it begins. */
const GONE = 'zephyrine'
const BEGUN = 'zephyr'

let db: ShopUnderTest
let visitor: ShopUnderTest['visitor']
let ids: { gone: string; listed: string }
beforeAll(async () => {
  db = await testShop()
  const owner = db.pools.owner
  await owner.query(
    `insert into public.merchants (name, slug, may_show_history) values ('Northlight', 'northlight', true)`,
  )
  await owner.query(
    `insert into public.products (product_name, category, merchant_name, brand, price, affiliate_link, created_at) values
       ('Zephyrine Lipstick', 'Makeup', 'Northlight', 'Vell', 30, 'https://a.example/zephyrine', now() - interval '2 days'),
       ('Velvet Lipstick', 'Makeup', 'Northlight', 'Vell', 30, 'https://a.example/velvet', now() - interval '2 days')`,
  )
  await owner.query(
    `update public.products set price_changed_at = now() - interval '2 days', observed_at = now() - interval '1 day'`,
  )
  await owner.query('update public.products set price = 20')
  await owner.query(`update public.products set delisted_at = now() where product_name like 'Zephyrine%'`)
  const { rows } = await owner.query<{ id: string; gone: boolean }>(
    'select id, delisted_at is not null as gone from public.products',
  )
  ids = { gone: rows.find(({ gone }) => gone)?.id ?? '', listed: rows.find(({ gone }) => !gone)?.id ?? '' }
  visitor = db.visitor
})
afterAll(() => db.drop())

interface Callable {
  name: string
  arguments: string[]
  defaults: number
}

/** Everything that a visitor may call and that changes nothing. */
async function callables(): Promise<Callable[]> {
  const { rows } = await db.pools.owner.query<Callable>(
    `select proname as name, pronargdefaults as defaults,
       array(select format_type(type, null) from unnest(proargtypes) with ordinality as one (type, place) order by place) as arguments
     from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile <> 'v' and prokind = 'f' and prorettype <> 'trigger'::regtype
       and has_function_privilege('anon', pg_proc.oid, 'execute')
     order by proname`,
  )
  return rows
}

/** Calls of a function with what somebody who looks for the product would say; null where nothing fits. */
function callsOf({ name, arguments: types, defaults }: Callable, id: string): string[] {
  const texts = [`'${BEGUN}'`, `'lipstick'`, `'Makeup'`, `'Northlight'`]
  return [types.length - defaults, types.length].flatMap((count) =>
    texts.map((text) => {
      const values = types.slice(0, count).map((type, place) => {
        if (type === 'text') return place < types.length - defaults ? text : 'null'
        if (type === 'text[]') return `array[${text}]`
        if (type === 'bigint') return id
        if (type === 'bigint[]') return `array[${id}]::bigint[]`
        if (type === 'integer') return place === types.length - 1 ? '0' : '24'
        if (type === 'products' || type === 'public.products')
          return `jsonb_populate_record(null::public.products, '{"id": ${id}}')`
        return `null::${type}`
      })
      return `select * from public.${name}(${values.join(', ')})`
    }),
  )
}

async function told(statement: string): Promise<string> {
  const { rows } = await visitor.query(statement).catch((error: unknown) => {
    if (error instanceof Error) return { rows: [error.message] }
    throw error
  })
  return JSON.stringify(rows).toLowerCase()
}

test('no function tells a visitor anything of a delisted product', async () => {
  const found = await callables()
  expect(found.length).toBeGreaterThan(10)
  const tells: string[] = []
  const tellsListed = new Set<string>()
  // It tells whoever has the old address what stood on the page, so that the page can say that it is gone.
  for (const callable of found.filter(({ name }) => name !== 'gone_product')) {
    for (const statement of callsOf(callable, ids.gone)) {
      const answer = await told(statement)
      if (answer.includes(GONE) || answer.includes(`"id":"${ids.gone}"`)) tells.push(statement)
    }
    for (const statement of callsOf(callable, ids.listed)) {
      if ((await told(statement)).includes('velvet')) tellsListed.add(callable.name)
    }
  }
  expect(tells).toEqual([])
  // The control: asked alike, they tell what is listed.
  expect([...tellsListed]).toEqual(expect.arrayContaining(['price_drops', 'suggest', 'search_shop']))
})

test('no table or view tells a visitor anything of a delisted product', async () => {
  const { rows } = await db.pools.owner.query<{ name: string; columns: string[] }>(
    `select relname as name, array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
       and has_table_privilege('anon', pg_class.oid, 'select')`,
  )
  const counts: Record<string, number> = {}
  for (const { name, columns } of rows) {
    expect(await told(`select * from public.${name}`), name).not.toContain(GONE)
    if (!columns.includes('product_id')) continue
    expect(await told(`select * from public.${name} where product_id = ${ids.gone}`), name).toBe('[]')
    counts[name] = (await visitor.query(`select from public.${name} where product_id = ${ids.listed}`)).rowCount ?? 0
  }
  expect(counts).toMatchObject({ price_drops: 1, price_history: 1 })
})

test('its words complete nothing, and those of what is listed do', async () => {
  expect(await told(`select * from public.suggest('${BEGUN}')`)).toBe('[]')
  expect(await told(`select * from public.suggest('velv')`)).toContain('"label":"velvet"')
})
