import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient, target } from '#tests/support/target.ts'
import { type Rights, ROLES, type Role, TABLES, tableOf } from './rights.ts'
import { makeBase, must, ROWS } from './rows.ts'
import type { Base, Row, Sample } from './sample.ts'

let base: Base
let clients: Record<Role, SupabaseClient>
beforeAll(async () => {
  const service = serviceClient()
  const [viewer, editor, admin] = await Promise.all([
    signedInClient(),
    signedInClient({ role: 'editor' }),
    // Roles are changed with a reason.
    signedInClient({ role: 'admin', headers: { 'x-reason': 'test' } }),
  ])
  clients = { anon: anonClient(), viewer: viewer.client, editor: editor.client, admin: admin.client, service }
  base = await makeBase(service)
})

test('every table that the server shows has a row in the table of rights [S3.4]', async () => {
  const { url, secretKey } = target()
  const reply = await fetch(`${url}/rest/v1/`, {
    headers: { apikey: secretKey, accept: 'application/openapi+json' },
  })
  expect(reply.status).toBe(200)
  const shown = Object.keys((await reply.json()).definitions)
  expect(shown.length).toBeGreaterThan(0)
  const known = new Set(Object.keys(TABLES).map(tableOf))
  expect(shown.filter((table) => !known.has(table))).toEqual([])
  expect([...known].filter((table) => !shown.includes(table))).toEqual([])
})

const CASES = Object.entries(TABLES).flatMap(([name, rights]) =>
  ROLES.map((role) => ({ name, role, rights, title: titleOf(name, role, rights) })),
)

test.each(CASES)('$title [B6.7]', async ({ name, role, rights }) => {
  const table = tableOf(name)
  const sample = sampleOf(name)
  const own = sample.make ? await sample.make(clients.service, base, clients.editor) : await sample.row(base)
  if (!sample.make) await must(clients.service.from(table).insert(own))
  try {
    expect(await rightsOf(clients[role], table, sample, own)).toBe(rights[role])
  } finally {
    await clients.service.from(table).delete().match(keyOf(sample, own))
  }
})

function sampleOf(name: string): Sample {
  const sample = ROWS[name]
  if (!sample) throw new Error(`rows.ts has no row for ${name}: add one.`)
  return sample
}

function titleOf(name: string, role: Role, rights: Rights): string {
  const verbs: Record<string, string> = { c: 'creates', r: 'reads', u: 'updates', d: 'deletes' }
  const may = [...rights[role]].map((letter) => verbs[letter]).join(', ') || 'does nothing with'
  return `${role} ${may} ${name}`
}

/** What the client can really do with the row, seen through the service's eyes. */
async function rightsOf(client: SupabaseClient, table: string, sample: Sample, own: Row): Promise<string> {
  const key = keyOf(sample, own)
  const another = await sample.row(base)
  const letters: string[] = []

  const inserted = await client.from(table).insert(another)
  if (inserted.error === null && (await seen(table, keyOf(sample, another)))) letters.push('c')
  await clients.service.from(table).delete().match(keyOf(sample, another))

  const read = await client.from(table).select('*').match(key)
  if (read.data?.length === 1) letters.push('r')

  await client.from(table).update(sample.change).match(key)
  if (await seen(table, { ...key, ...sample.change })) letters.push('u')

  await client.from(table).delete().match(key)
  if (!(await seen(table, key))) letters.push('d')
  return letters.join('')
}

async function seen(table: string, row: Row): Promise<boolean> {
  const { data, error } = await clients.service.from(table).select('*').match(row)
  if (error) throw new Error(error.message)
  return data.length === 1
}

function keyOf({ key }: Sample, row: Row): Row {
  return Object.fromEntries(key.map((column) => [column, row[column]]))
}
