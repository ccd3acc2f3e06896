import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { refuseTooManyRows } from './waiting-rows.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
})
afterAll(() => db.drop())

test('so many rows of one account may wait, and no more of that account', async () => {
  const [account, other] = [randomUUID(), randomUUID()]
  const { owner } = db.pools
  await owner.query(
    `with upload as (
       insert into private.csv_uploads (table_name, uploaded_by, header) values ('merchants', $1, '{name}') returning id
     )
     insert into private.csv_rows (upload_id, line, cells)
     select id, line, '[]' from upload, generate_series(1, 99) as line`,
    [account],
  )
  await refuseTooManyRows(owner, account, 1, 100)
  await expect(refuseTooManyRows(owner, account, 2, 100)).rejects.toMatchObject({ status: 429 })
  await refuseTooManyRows(owner, other, 100, 100)
})
