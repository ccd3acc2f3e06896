import { z } from 'zod'
import type { FunctionContext } from '../_shared/context.ts'
import { postFunction, Refusal } from '../_shared/http.ts'
import { inTransaction } from '../_shared/in-transaction.ts'
import { CREDENTIAL_NAMES, KNOWN_NETWORKS } from '../_shared/networks/known-networks.ts'
import { seal, unseal } from '../_shared/networks/sealed-values.ts'
import { requireRecentProof } from '../_shared/recent-proof.ts'
import { requireStaff } from '../_shared/staff.ts'

/** A key is on one line, of visible ASCII: a line break would end a header and begin another. */
const isKey = (text: string) => /^[\x21-\x7e]*$/.test(text)
const value = z.string().max(4000, 'No key is that long.').trim()

/** Keys of the networks: which are there and where to get the others, and storing them. Nothing gives one back. */
export default postFunction({
  input: z.discriminatedUnion('action', [
    z.object({ action: z.literal('list') }),
    // An empty text forgets what was stored.
    z.object({ action: z.literal('store'), values: z.record(z.string().max(100), value) }),
  ]),
  maxBytes: 100_000,
  async run(input, ctx) {
    const actor = await requireStaff(ctx, 'admin')
    if (input.action === 'store') {
      await requireRecentProof(ctx)
      await store(ctx, { values: input.values, actor })
    }
    return { networks: await listed(ctx) }
  },
})

async function store(ctx: FunctionContext, { values, actor }: { values: Record<string, string>; actor: string }) {
  const names = Object.keys(values)
  const unknown = names.filter((name) => !CREDENTIAL_NAMES.includes(name))
  if (unknown.length > 0) throw new Refusal(400, `No network asks for ${unknown.join(', ')}.`)
  const broken = Object.entries(values).flatMap(([name, text]) => (isKey(text) ? [] : [name]))
  if (broken.length > 0) {
    const verb = broken.length === 1 ? 'holds' : 'hold'
    throw new Refusal(
      400,
      `${broken.join(', ')} ${verb} a blank, a line break or a letter that no key has. Copy it again.`,
    )
  }
  const given = names.filter((name) => isGiven(ctx, name))
  if (given.length > 0) {
    throw new Refusal(409, `${given.join(', ')} is set in the shop's environment, which wins. Change it there.`)
  }
  await inTransaction(ctx.sql, async (client) => {
    await client.query(`select set_config('app.actor', $1, true)`, [actor])
    for (const [name, text] of Object.entries(values)) {
      if (text === '') await client.query('delete from private.feed_credentials where name = $1', [name])
      else {
        await client.query(
          `insert into private.feed_credentials (name, sealed, stored_by) values ($1, $2, $3)
           on conflict (name) do update
             set sealed = excluded.sealed, stored_by = excluded.stored_by, stored_at = now()`,
          [name, seal(ctx.keys.secret, { name, value: text }), actor],
        )
      }
    }
  })
  ctx.log.info({ names, actor }, 'credentials of a network stored')
}

const isGiven = ({ settings }: FunctionContext, name: string) => (settings[name]?.trim() ?? '') !== ''

async function listed(ctx: FunctionContext) {
  const { rows } = await ctx.sql.query<{ name: string; sealed: Buffer; stored_at: Date }>(
    'select name, sealed, stored_at from private.feed_credentials',
  )
  const stored = new Map(rows.map((row) => [row.name, row]))
  const stateOf = (name: string) => {
    if (isGiven(ctx, name)) return { state: 'environment' as const }
    const row = stored.get(name)
    if (!row) return { state: 'missing' as const }
    const state = unseal(ctx.keys.secret, { name, sealed: row.sealed }) === null ? 'unreadable' : 'stored'
    return { state, stored_at: row.stored_at }
  }
  return Object.entries(KNOWN_NETWORKS).map(([id, { name, credentials }]) => ({
    ...{ id, name },
    credentials: credentials.map((credential) => ({
      ...{ name: credential.name, required: credential.isRequired, from: credential.from },
      ...stateOf(credential.name),
    })),
  }))
}
