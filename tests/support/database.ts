import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { openPools, type Pools } from '../../platform/postgres/pools.ts'

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
  await onCluster(clusterUrl, `create database ${name} template template_${template}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  const pools = openPools({ ownerUrl: url.href, loginPassword: inject('loginPassword'), log: silentLog })
  return {
    url: url.href,
    pools,
    async drop() {
      await pools.close()
      await onCluster(clusterUrl, `drop database ${name} with (force)`)
    },
  }
}

async function onCluster(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Two files cloning one template at the same moment: Postgres refuses the second while the first copies.
    await client.query('select pg_advisory_lock(915001)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}
