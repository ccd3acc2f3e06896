import { readFileSync } from 'node:fs'
import { buildSchema, graphqlSync, parse, validate } from 'graphql'
import { z } from 'zod'
import { generateProduct } from '../../../demo/seed/generate-product.ts'
import { cjPage } from '../../../demo/wire/cj.ts'
import { type FakeAnswer, type FakeNetwork, startFakeNetwork } from '../networks/fake-network.ts'

export const ACCESS_TOKEN = 'cj-personal-access-token-of-the-tests'
export const COMPANY_ID = '7001001'
export const WEBSITE_ID = '100001'

export interface FakeCj extends FakeNetwork {
  /** Changes a product before it is served. */
  alter(change: (product: Record<string, unknown>, index: number) => Record<string, unknown>): void
  /** Pages end here without a word, as when CJ loses its cursor. */
  endAfter(rows: number): void
}

const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'))
const request = z.object({
  query: z.string(),
  variables: z.object({
    companyId: z.string(),
    pid: z.string(),
    limit: z.int().max(10_000).default(1000),
    offset: z.int().nullish(),
    page: z.string().nullish(),
  }),
})
const page = z.object({
  data: z.object({ products: z.looseObject({ resultList: z.array(z.record(z.string(), z.unknown())) }) }),
})

/** As far as CJ's offsets reach. */
const OFFSET_END = 10_000

/** CJ's product query: executed against the schema, so that a wrong argument, field or type of either side is an error. */
export async function startFakeCj(total: number): Promise<FakeCj> {
  let change = (product: Record<string, unknown>, _index: number) => product
  let end = total
  const network = await startFakeNetwork({
    hosts: ['ads.api.cj.com'],
    answer({ url, method, headers, body }): FakeAnswer {
      if (new URL(url).pathname !== '/query' || method !== 'POST') return { status: 404, body: '{}' }
      if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return { status: 401, body: '{"message":"Unauthorized"}' }
      const { query, variables } = request.parse(JSON.parse(body))
      const document = parse(query)
      const invalid = validate(schema, document)
      if (invalid.length > 0) return failed(invalid.map(({ message }) => message))
      if (variables.companyId !== COMPANY_ID) return failed([`Not authorized for company ${variables.companyId}`])
      return { body: JSON.stringify(execute(query, variables)) }
    },
  })

  function execute(query: string, variables: z.infer<typeof request>['variables']) {
    const start = variables.page ? startOf(variables.page) : (variables.offset ?? 0)
    if (!variables.page && start + variables.limit > OFFSET_END) throw new Error('An offset reaches 10,000 products.')
    const stop = Math.min(end, start + variables.limit)
    const products = Array.from({ length: Math.max(0, stop - start) }, (_, i) =>
      generateProduct(start + i, { seed: 5 }),
    )
    const { data } = page.parse(JSON.parse(cjPage(products, { total, next: stop < end ? cursorOf(stop) : null })))
    const resultList = data.products.resultList.map((product, i) => ({
      __typename: 'Shopping',
      ...change(
        { ...product, linkCode: ({ pid }: { pid: string }) => (pid === WEBSITE_ID ? product.linkCode : null) },
        start + i,
      ),
    }))
    return graphqlSync({
      schema,
      source: query,
      variableValues: variables,
      rootValue: { products: { ...data.products, resultList } },
    })
  }

  return {
    ...network,
    alter(next) {
      change = next
    },
    endAfter(rows) {
      end = rows
    },
  }
}

const failed = (messages: readonly string[]): FakeAnswer => ({
  body: JSON.stringify({ data: null, errors: messages.map((message) => ({ message })) }),
})

const cursorOf = (index: number) => Buffer.from(`at:${index}`).toString('base64url')
const startOf = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().slice(3))
