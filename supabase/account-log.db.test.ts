import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
})
afterAll(() => db.drop())

/** What the log says of an account, after these statements of the accounts service. */
async function linesAfter(account: string, statements: readonly string[]) {
  const client = await db.pools.owner.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement, statement.includes('$1') ? [account] : [])
    const { rows } = await client.query(
      `select columns, before, after, for_role from public.audit_log where table_name = 'auth.users' and row_key = $1 order by id`,
      [account],
    )
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const line = (what: string) => ({ columns: [what], before: null, after: null, for_role: 'admin' })
const PASSWORD = `update auth.users set encrypted_password = 'a new hash' where id = $1`
const ADDRESS = `update auth.users set email = 'new@staff.example' where id = $1`
const FACTOR = `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`
const SHOWN = `update auth.mfa_factors set status = 'verified' where user_id = $1`
const PASSKEY = `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, 'a', 'b')`
const NO_PASSKEY = 'delete from auth.webauthn_credentials where user_id = $1'
const IDENTITY = `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'acme', '1', '{}')`
const OWN_ADDRESS = IDENTITY.replace('acme', 'email')
const NO_IDENTITY = 'delete from auth.identities where user_id = $1'
const REMOVED = 'delete from auth.mfa_factors where user_id = $1'

describe('the log has a line without values, for admins alone, of staff', () => {
  test.each([
    ['whose password changed', [PASSWORD], ['password changed']],
    ['whose address changed', [ADDRESS], ['address changed']],
    [
      'whose second factor was set up and removed',
      [FACTOR, SHOWN, REMOVED],
      ['second factor set up', 'second factor removed'],
    ],
    ['who registered and removed a passkey', [PASSKEY, NO_PASSKEY], ['passkey registered', 'passkey removed']],
    ['who linked and unlinked an identity', [IDENTITY, NO_IDENTITY], ['identity linked', 'identity unlinked']],
  ])('%s', async (_, statements, said) => {
    expect(await linesAfter(STAFF.editor, statements)).toEqual(said.map(line))
  })

  test.each([
    ['signs in, which hashes the same password anew', [`set local platform.rehash = 'on'`, PASSWORD]],
    ['signs in', ['update auth.users set last_sign_in_at = now() where id = $1']],
    ['proves an address, which is an identity of its own', [OWN_ADDRESS]],
    ['uses a passkey', ['update auth.webauthn_credentials set sign_count = 1 where user_id = $1']],
    ['begins to set up a second factor and gives it up', [FACTOR, REMOVED]],
  ])('but not of one who %s', async (_, statements) => {
    expect(await linesAfter(STAFF.viewer, statements)).toEqual([])
  })

  test('and not of a second factor that goes with its account', async () => {
    const lines = await linesAfter(STAFF.viewer, [FACTOR, SHOWN, PASSKEY, 'delete from auth.users where id = $1'])
    expect(lines).toEqual([line('second factor set up'), line('passkey registered')])
  })

  test('and not of a visitor with an account', async () => {
    const visitor = '00000000-0000-4000-8000-0000000000ff'
    const made = `insert into auth.users (id, email) values ('${visitor}', 'visitor@example.com')`
    expect(await linesAfter(visitor, [made, PASSWORD, ADDRESS, FACTOR, SHOWN, PASSKEY, IDENTITY])).toEqual([])
  })
})
