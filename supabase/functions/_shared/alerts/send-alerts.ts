import type { PoolClient } from 'pg'
import type { FunctionContext } from '../context.ts'
import { inTransaction } from '../in-transaction.ts'
import { emailsPerMinute } from '../mail/per-minute.ts'
import { handOver, type PlannedMail, planMail } from '../mail/planned-mails.ts'
import { takeRate } from '../rate-limit.ts'
import type { Watcher } from './alert.ts'
import { hitsMail } from './alert-mail.ts'
import { findHits } from './find-hits.ts'

type Means = Pick<FunctionContext, 'sql' | 'url' | 'mail' | 'settings' | 'clientAddress'>

export interface Told {
  sent: number
  /** Where the next run shall go on, and after how many seconds; null at the end. */
  goOn: { after: string; seconds: number } | null
}

/** Addresses per run: a stop or a kill loses little, the next run goes on behind the last one. */
const WATCHERS_PER_RUN = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Tells the hits of the next watchers, in the order of their ids. What was decided for one of them is one transaction. */
export async function sendAlerts(ctx: Means, after = FIRST): Promise<Told> {
  let last = after
  let sent = 0
  for (const watcher of await dueWatchers(ctx, after)) {
    const outcome = await tell(ctx, watcher)
    if (typeof outcome === 'object') return { sent, goOn: { after: last, seconds: outcome.wait } }
    if (outcome === 'sent') sent += 1
    last = watcher
  }
  return { sent, goOn: last === after ? null : { after: last, seconds: 0 } }
}

async function dueWatchers({ sql }: Means, after: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from public.price_watchers
     where id > $1
       and (last_email_at is null or last_email_at <= now() - interval '1 day')
       and private.tracks_prices()
       and exists (select from public.price_alerts where watcher_id = price_watchers.id and status = 'active')
     order by id
     limit $2`,
    [after, WATCHERS_PER_RUN],
  )
  return rows.map(({ id }) => id)
}

type Outcome = 'sent' | 'silent' | { wait: number }

async function tell(ctx: Means, watcherId: string): Promise<Outcome> {
  const decision = await inTransaction(ctx.sql, (client) => decide(ctx, client, watcherId))
  if (typeof decision === 'string' || 'wait' in decision) return decision
  await handOver(ctx, decision)
  return 'sent'
}

/** Asks once more under the lock: another process may have told them, or they may have left. */
const LOCKED = `
  select id, email from public.price_watchers
  where id = $1 and (last_email_at is null or last_email_at <= now() - interval '1 day')
  for update skip locked`

async function decide(
  ctx: Means,
  client: PoolClient,
  watcherId: string,
): Promise<'silent' | { wait: number } | PlannedMail> {
  const { rows } = await client.query<Watcher>(LOCKED, [watcherId])
  const [watcher] = rows
  if (!watcher) return 'silent'
  const hits = await findHits(client, watcher.id)
  if (hits.length === 0) return 'silent'
  const wait = await takeRate({ ...ctx, sql: client }, emailsPerMinute(ctx), 'all recipients')
  if (wait > 0) return { wait }
  const mail = await hitsMail({ ...ctx, sql: client }, watcher, hits)
  const planned = await planMail(client, { watcherId: watcher.id, mail })
  // A wish that came true is over; a low may come again.
  await client.query(
    `update public.price_alerts
     set told_at = now(), status = case when kind = 'low' then status else 'done' end
     where id = any ($1)`,
    [hits.map(({ alertId }) => alertId)],
  )
  await client.query('update public.price_watchers set last_email_at = now() where id = $1', [watcher.id])
  return planned
}
