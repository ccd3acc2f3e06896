import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { judge } from '../bench/search/judge.ts'
import { SLIPS } from '../bench/search/judged.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await seedDemoShop({ pool: db.pools.owner })
})
afterAll(() => db.drop())

test('a slip in one word is seen by the others, and the colour of a thing may stand behind it', async () => {
  const client = await db.pools.owner.connect()
  try {
    expect((await judge(client, SLIPS)).wrong).toEqual([])
  } finally {
    client.release()
  }
})

test('what shoppers type finds what they mean, 97 of 100 times', async () => {
  const client = await db.pools.owner.connect()
  try {
    const { right, asked, wrong } = await judge(client)
    expect(right / asked, wrong.join('\n')).toBeGreaterThanOrEqual(0.97)
  } finally {
    client.release()
  }
})
