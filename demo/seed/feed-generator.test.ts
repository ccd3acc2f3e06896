import { describe, expect, test } from 'vitest'
import { mapCategory } from '../../supabase/functions/_shared/catalogue/category.ts'
import { parseGtin } from '../../supabase/functions/_shared/catalogue/gtin.ts'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import { NOUN_SHAPES } from '../vocabulary/noun-shapes.ts'
import { PRODUCT_TYPES } from '../vocabulary/products.ts'
import { type FeedLinesOptions, feedLines } from '../wire/feed-lines.ts'
import { generateProduct } from './generate-product.ts'

async function text(options: Partial<FeedLinesOptions>): Promise<string> {
  let all = ''
  for await (const part of feedLines({ format: 'awin-csv', rows: 200, seed: 3, ...options })) all += part
  return all
}

async function parsed(feed: string) {
  async function* bytes() {
    yield Buffer.from(feed)
  }
  const batches = []
  for await (const batch of awin.parse(bytes(), { programmeId: null })) batches.push(batch)
  return { rows: batches.flatMap((batch) => batch.rows), rejected: batches.flatMap((batch) => batch.rejected) }
}

test('things are drawn as what their titles call them, even where others of their type look different', () => {
  const nouns = new Set(PRODUCT_TYPES.flatMap((type) => type.nouns))
  expect(Object.keys(NOUN_SHAPES).filter((noun) => !nouns.has(noun))).toEqual([])
  const products = Array.from({ length: 600 }, (_, index) => generateProduct(index, { seed: 2025 }))
  const shapesOf = (noun: string) =>
    new Set(products.filter(({ name }) => name.includes(noun)).map(({ shape }) => shape))
  expect(shapesOf('Pillow Mist')).toEqual(new Set(['mist']))
  expect(shapesOf('Wool Fedora')).toEqual(new Set(['fedora']))
  expect(shapesOf('Sun Hat')).toEqual(new Set(['straw-hat']))
  expect(shapesOf('Essential Oil')).toEqual(new Set(['dropper']))
})

describe('the feed generator', () => {
  test('gives the same feed for the same options and another for another seed', async () => {
    expect(await text({ untidy: true, damageShare: 0.1 })).toBe(await text({ untidy: true, damageShare: 0.1 }))
    expect(await text({})).not.toBe(await text({ seed: 4 }))
  })

  test.each([
    ',',
    ';',
    '|',
    '\t',
  ] as const)('writes Awin feeds with %j that the importer reads whole', async (delimiter) => {
    const { rows, rejected } = await parsed(await text({ delimiter, bom: true, untidy: true }))
    expect(rows).toHaveLength(200)
    expect(rejected).toEqual([])
    expect(rows[0]).toMatchObject({ merchantName: expect.any(String), price: expect.stringMatching(/\d/), line: 2 })
  })

  test('damage costs the damaged rows and no other', async () => {
    const { rows, rejected } = await parsed(await text({ rows: 3000, damageShare: 0.2 }))
    expect(rows.length + rejected.length).toBe(3000)
    expect(rejected.length).toBeGreaterThan(200)
    expect(rejected.length).toBeLessThan(600)
  })

  test('a revision moves about the asked share of prices and nothing else', () => {
    const pairs = Array.from(
      { length: 2000 },
      (_, i) => [generateProduct(i, { seed: 1 }), generateProduct(i, { seed: 1, revision: 1 })] as const,
    )
    const moved = pairs.filter(([before, after]) => before.priceCents !== after.priceCents)
    expect(moved.length / pairs.length).toBeGreaterThan(0.09)
    expect(moved.length / pairs.length).toBeLessThan(0.15)
    for (const [before, after] of pairs) expect({ ...after, priceCents: 0 }).toEqual({ ...before, priceCents: 0 })
  })

  test.each([
    ['awin-jsonl', 600],
    ['cj', 1],
    ['amazon', 60],
    ['sovrn', 12],
    ['shopify', 3],
  ] as const)('writes %s as %d lines of JSON', async (format, lines) => {
    const all = (await text({ format, rows: 600 })).trimEnd().split('\n')
    expect(all).toHaveLength(lines)
    for (const line of all) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('every GTIN is valid and every name is different in a small feed', () => {
    const products = Array.from({ length: 600 }, (_, i) => generateProduct(i, { seed: 2025 }))
    for (const { gtin } of products) expect(parseGtin(gtin)).toBe(gtin)
    expect(new Set(products.map(({ gtin }) => gtin)).size).toBe(600)
  })

  test.each(
    PRODUCT_TYPES.map((type) => [type.shopCategory, type.category] as const),
  )('the importer finds %s to be %s', (shopCategory, category) => {
    expect(mapCategory(shopCategory)).toBe(category)
  })
})
