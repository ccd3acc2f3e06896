import { randomUUID } from 'node:crypto'
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
