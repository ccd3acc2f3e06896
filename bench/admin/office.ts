import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { createPlatform, defaultConfig, loginPasswordFor, silentLog } from '#platform'

const KEYS = {
  publishable: 'sb_publishable_bench',
  secret: 'sb_secret_bench',
  jwtSecret: 'a-secret-for-the-bench-of-32-characters',
  signingKeys: [],
  required: false,
}

/** The backend as the office calls it, an admin's token, and the same admin on a plain connection of the driver. */
export interface Office {
  /** One request of the admin; its text. */
  ask(method: string, path: string, body?: object): Promise<string>
  /** The stream of an answer, read to its end and thrown away; its bytes. */
  drain(url: string): Promise<number>
  /** A session of the driver in which Postgres sees the admin. */
  driver: pg.Client
  /** The owner's session. */
  owner: pg.Client
  close(): Promise<void>
}

export async function openOffice(databaseUrl: string): Promise<Office> {
  const platform = await createPlatform({
    databaseUrl,
    loginPassword: loginPasswordFor(databaseUrl),
    keys: KEYS,
    config: defaultConfig(),
    publicUrl: 'http://127.0.0.1',
    storageDir: await mkdtemp(join(tmpdir(), 'dahlia-bench-files-')),
    functionsDir: 'supabase/functions',
    log: silentLog,
  })
  const call = async (method: string, path: string, bearer: string, body?: object) => {
    const headers = { apikey: KEYS.publishable, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await platform.fetch(new Request(`http://127.0.0.1${path}`, init))
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return text
  }
  const owner = new pg.Client({ connectionString: databaseUrl })
  const driver = new pg.Client({ connectionString: databaseUrl })
  await Promise.all([owner.connect(), driver.connect()])

  const account = { email: `bench-${randomUUID()}@staff.example`, password: `Pass-${randomUUID()}` }
  await call('POST', '/auth/v1/signup', KEYS.publishable, account)
  await owner.query('update auth.users set email_confirmed_at = now() where email = $1', [account.email])
  await owner.query(
    `insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = $1
     on conflict (user_id) do update set role = 'admin'`,
    [account.email],
  )
  const signedIn = await call('POST', '/auth/v1/token?grant_type=password', KEYS.publishable, account)
  const token = z.object({ access_token: z.string() }).parse(JSON.parse(signedIn)).access_token
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  await driver.query(`select set_config('request.jwt.claims', $1, false)`, [claims])
  await driver.query('set role authenticated')
  return {
    ask: (method, path, body) => call(method, path, token, body),
    async drain(url) {
      const response = await platform.fetch(new Request(url))
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      let bytes = 0
      for await (const chunk of response.body ?? []) bytes += chunk.length
      return bytes
    },
    driver,
    owner,
    async close() {
      await Promise.all([driver.end(), owner.end()])
      await platform.close()
    },
  }
}
