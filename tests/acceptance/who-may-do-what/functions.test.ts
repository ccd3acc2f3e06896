import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { anonClient, serviceClient, signedInClient } from '#tests/support/target.ts'
import { FUNCTIONS, type FunctionRights, ROLES, type Role } from './rights.ts'

let clients: Record<Role, SupabaseClient>
beforeAll(async () => {
  const [viewer, editor, admin] = await Promise.all([
    signedInClient(),
    signedInClient({ role: 'editor' }),
    signedInClient({ role: 'admin' }),
  ])
  clients = {
    anon: anonClient(),
    viewer: viewer.client,
    editor: editor.client,
    admin: admin.client,
    service: serviceClient(),
  }
})

const CASES = Object.entries(FUNCTIONS).flatMap(([name, rights]) =>
  ROLES.map((role) => ({ name, rights, role, may: rights.may[role] === 'x' ? 'may' : 'may not' })),
)

test.each(CASES)('$role $may call $name', async ({ name, rights, role, may }) => {
  expect(await isRefused(clients[role], name, rights)).toBe(may === 'may not')
})

/** Without the right; a call that fails for its arguments was let in. */
async function isRefused(client: SupabaseClient, name: string, { args }: FunctionRights): Promise<boolean> {
  const { error } =
    args === null ? await client.from('products').select(`id,${name}`).limit(1) : await client.rpc(name, args)
  return error?.code === '42501'
}
