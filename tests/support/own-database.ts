import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** The embedded database of a running server, as its owner: tests make it fail, or answer late, as a real one would. */
export async function ownDatabase(dataDir: string): Promise<pg.Client> {
  const folder = join(dataDir, 'postgres')
  const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim()
  const port = (await readFile(join(folder, 'pgdata', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password,
    database: 'postgres',
  })
  await client.connect()
  return client
}

/** Locks one row as another writer would; what is returned lets it go. */
export async function holdRow(
  dataDir: string,
  table: 'products' | 'merchants',
  name: string,
): Promise<() => Promise<void>> {
  const database = await ownDatabase(dataDir)
  await database.query('begin')
  const column = table === 'products' ? 'product_name' : 'name'
  await database.query(`select from public.${table} where ${column} = $1 for update`, [name])
  return async () => {
    await database.query('rollback')
    await database.end()
  }
}
