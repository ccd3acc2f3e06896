import type { Pool, PoolClient } from 'pg'
import type { FunctionContext, FunctionMail } from '../context.ts'

/** A mail that a job decided to send, stored in the transaction of that decision. */
export interface PlannedMail {
  id: string
  mail: FunctionMail
}

/** Stores a mail beside what says that it was sent. Call handOver after the commit. */
export async function planMail(
  client: PoolClient,
  { mail, ...to }: { mail: FunctionMail } & ({ subscriberId: string } | { watcherId: string }),
): Promise<PlannedMail> {
  const [column, owner] = 'watcherId' in to ? ['watcher_id', to.watcherId] : ['subscriber_id', to.subscriberId]
  const { rows } = await client.query<{ id: string }>(
    `insert into private.planned_mails (${column}, mail) values ($1, $2) returning id`,
    [owner, mail],
  )
  const [planned] = rows
  if (!planned) throw new Error('the mail was stored nowhere')
  return { id: planned.id, mail }
}

type Means = Pick<FunctionContext, 'sql' | 'mail'>

/** Hands a planned mail to the outbox, which takes each id once, and forgets it. */
export async function handOver(ctx: Means, { id, mail }: PlannedMail): Promise<void> {
  await ctx.mail({ ...mail, id })
  await ctx.sql.query('delete from private.planned_mails where id = $1', [id])
}

/** A run that hands over mails does so within seconds: what is older was left by one that died. */
const LEFT_AFTER = '5 minutes'

/** Hands over what a killed run left behind. */
export async function handOverLeft(ctx: Means): Promise<number> {
  let count = 0
  for (;;) {
    const left = await oldest(ctx.sql)
    if (!left) return count
    await handOver(ctx, left)
    count += 1
  }
}

async function oldest(sql: Pool): Promise<PlannedMail | null> {
  const { rows } = await sql.query<PlannedMail>(
    `select id, mail from private.planned_mails where planned_at < now() - interval '${LEFT_AFTER}' order by planned_at limit 1`,
  )
  return rows[0] ?? null
}
