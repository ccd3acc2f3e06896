import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ShopUnderTest, testShop } from '#tests/support/database.ts'

interface Callable {
  name: string
  types: string[]
  defaults: number
}

/** By type, as SQL: what clients send by mistake or to see what happens. */
const ODD: Record<string, string[]> = {
  integer: ['-2147483648', '2147483647', '-1', '0', '24'],
  bigint: ['-9223372036854775808', '9223372036854775807', '0', '1'],
  numeric: ['NaN', 'Infinity', '-Infinity', '-1', '1e300', '1e-300', '12.5'],
  boolean: ['true', 'false'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
  text: [
    '',
    'NaN',
    '%_',
    "'",
    '\u0001',
    '😀',
    'gold ring',
    'price-asc',
    'under $99999999999',
    '$1 $2',
    '('.repeat(9000),
  ],
  'text[]': ['{}', '{NULL}', '{Makeup}', '{{a,b},{c,d}}', `{${'x,'.repeat(5000)}x}`],
}
const long = ['a', '$9999999 ', 'gold ring '].map((part) => part.repeat(20_000))

/** What is answered by a 4xx: values that do not fit, rights, and what our own functions refuse. */
const REFUSED = /^(22|23|42501|P0001)/

let db: ShopUnderTest
let visitor: ShopUnderTest['visitor']
let callables: Callable[]
beforeAll(async () => {
  db = await testShop()
  await db.pools.owner.query(
    `insert into public.products (product_name, category, merchant_name, brand, price, affiliate_link)
     select 'Gold Ring ' || n, 'Jewelry', 'Loam', 'Vell', n, 'https://a.example/' || n from generate_series(1, 300) as n`,
  )
  const { rows } = await db.pools.owner.query<Callable>(
    `select proname as name, pronargdefaults as defaults,
       array(select format_type(type, null)
         from unnest(proargtypes) with ordinality as one (type, place) order by place) as types
     from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
       and has_function_privilege('anon', pg_proc.oid, 'execute')
     order by proname`,
  )
  callables = rows
  visitor = db.visitor
  await visitor.query(`set statement_timeout = '3s'`)
})
afterAll(() => db.drop())

/** The code of the database's refusal; null when it answered. */
async function refusal(name: string, types: string[], values: (string | null)[]): Promise<string | null> {
  const placed = values.map((_, at) => `$${at + 1}::${types[at]}`).join(', ')
  try {
    await visitor.query(`select * from public.${name}(${placed})`, values)
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

test('no function that visitors may call fails or stalls on odd arguments', async () => {
  expect(callables.length).toBeGreaterThan(15)
  const anyCall = fc.constantFrom(...callables).chain(({ name, types, defaults }) =>
    fc.record({
      name: fc.constant(name),
      types: fc.constant(types),
      values: fc
        .tuple(...types.map((type) => fc.constantFrom(null, ...(ODD[type] ?? []), ...(type === 'text' ? long : []))))
        .chain((values) =>
          fc.integer({ min: types.length - defaults, max: types.length }).map((count) => values.slice(0, count)),
        ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anyCall, async ({ name, types, values }) => {
      const code = await refusal(name, types, values)
      if (code !== null) expect(code).toMatch(REFUSED)
    }),
    { numRuns: 600, seed: 67 },
  )
})

describe('a price that is none', () => {
  test.each(['NaN', 'Infinity', '-Infinity', '-1', '1e300'])('%s is refused by the search', async (price) => {
    for (const name of ['price_from', 'price_below'])
      await expect(
        visitor.query(`select * from public.search_shop('ring', ${name} => $1)`, [price]),
      ).rejects.toMatchObject({ code: '22023', message: expect.stringContaining('A price must be a number') })
  })

  test.each([-1, 10, 2147483647])('step %i is refused by lists and their filters', async (step) => {
    for (const call of ['list_products', 'listing_facets'])
      for (const name of ['from_step', 'below_step'])
        await expect(visitor.query(`select * from public.${call}(${name} => $1)`, [step])).rejects.toMatchObject({
          code: '22023',
          message: expect.stringContaining('A step of prices'),
        })
  })
})
