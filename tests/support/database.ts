import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { silentLog } from '#platform'
import { openPools, type Pools } from '#platform/testing'
import { cloneTemplate, dropDatabase } from './cluster.ts'

export interface TestDatabase {
  /** Owner connection string of this file's own database. */
  url: string
  pools: Pools
  drop(): Promise<void>
}

/** A fresh clone of a migrated template, for one test file: `const db = await testDatabase('shop')` in beforeAll. */
export async function testDatabase(template: 'platform' | 'shop'): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const url = await cloneTemplate({ clusterUrl, template, name })
  const pools = openPools({ ownerUrl: url, loginPassword: inject('loginPassword'), log: silentLog })
  return {
    url,
    pools,
    async drop() {
      await pools.close()
      await dropDatabase(clusterUrl, name)
    },
  }
}

export interface ShopUnderTest extends TestDatabase {
  /** A session of the role anon: what a visitor may read and call. */
  visitor: pg.PoolClient
}

/** A shop of the test file's own, and a visitor of it. */
export async function testShop(): Promise<ShopUnderTest> {
  const db = await testDatabase('shop')
  const visitor = await db.pools.asRole('anon').connect()
  await visitor.query('set role anon')
  return {
    ...db,
    visitor,
    async drop() {
      visitor.release(true)
      await db.drop()
    },
  }
}
