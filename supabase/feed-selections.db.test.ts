import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, asCaller } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

const save = (columns: string, values: readonly string[]) =>
  asCaller(db, 'admin', (client) =>
    client.query(
      `insert into public.feed_selections (network_id, programme_id, ${columns})
       values ('awin', '1', ${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      [...values],
    ),
  )

describe('a selection that no import could read is refused with a sentence', () => {
  test.each([
    ['words', ['{NULL}'], 'The words are a plain list of texts'],
    ['categories', ['{a,NULL}'], 'The categories are a plain list of texts'],
    ['without_brands', ['{{a,b}}'], 'The brands left out are a plain list of texts'],
    ['brands, words', ['{a}', '{{a,b}}'], 'The words are a plain list of texts'],
    ['currencies', ['{{{EUR}}}'], 'The currencies are a plain list of texts'],
    ['min_price', ['NaN'], 'The lowest and the highest price are numbers from 0 on'],
    ['max_price', ['NaN'], 'The lowest and the highest price are numbers from 0 on'],
    ['min_price', ['Infinity'], 'The lowest and the highest price are numbers from 0 on'],
    ['min_price', ['-Infinity'], 'The lowest and the highest price are numbers from 0 on'],
    ['min_price', ['-1'], 'The lowest and the highest price are numbers from 0 on'],
    ['max_price', ['-1'], 'The highest price is below the lowest'],
    ['min_price, max_price', ['5', '1'], 'The highest price is below the lowest'],
  ] as const)('%s %j', async (columns, values, sentence) => {
    await expect(save(columns, values)).rejects.toMatchObject({ code: 'PT400', message: sentence })
  })

  test('and a plain one is saved', async () => {
    await save('words, without_words, min_price, max_price', ['{vase}', '{}', '0', '5'])
    const { rows } = await db.pools.owner.query('select words, min_price from public.feed_selections')
    expect(rows).toEqual([{ words: ['vase'], min_price: '0' }])
  })
})

test.each([
  ['every_minutes', '1', 'An import starts every 15 to 10080 minutes'],
  ['at_time, every_minutes', `'05:00', 60`, 'An import starts at a time of day or every so many minutes'],
  ['is_paused', 'true', 'An import starts at a time of day or every so many minutes'],
])('times of an import that name %s %s are refused with a sentence', async (columns, values, message) => {
  const saved = asCaller(db, 'admin', (client) =>
    client.query(`insert into public.feed_schedules (kind, ${columns}) values ('awin', ${values})`),
  )
  await expect(saved).rejects.toMatchObject({ code: 'PT400', message })
})
