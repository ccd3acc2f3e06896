import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { API_ROLES } from './pools.ts'

describe('the api logins', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await testDatabase('platform')
  })
  afterAll(() => db.drop())

  test.each(API_ROLES)('api_%s can become its own role and no other', async (role) => {
    const pool = db.pools.asRole(role)
    const own = await pool.query<{ name: string }>(`set role ${role}; select current_user as name; reset role`)
    expect(own).toBeDefined()
    for (const other of ['postgres', ...API_ROLES.filter((name) => name !== role)]) {
      await expect(pool.query(`set role ${other}`)).rejects.toThrow(/permission denied to set role/)
    }
  })
})
