import type { PoolClient } from 'pg'
import type { FunctionContext } from '../context.ts'
import { inTransaction } from '../in-transaction.ts'
import { emailsPerMinute } from '../mail/per-minute.ts'
import { handOver, type PlannedMail, planMail } from '../mail/planned-mails.ts'
import { takeRate } from '../rate-limit.ts'
import { type News, readNews } from './news.ts'
import { newsletterMail } from './newsletter-emails.ts'
import { weeklyEmail } from './weekly-email.ts'

type Means = Pick<FunctionContext, 'sql' | 'url' | 'mail' | 'settings' | 'clientAddress' | 'log'>

export interface Sent {
  sent: number
  /** Those for whom nothing was new. */
  silent: number
  /** Seconds until the next run shall go on; null when everybody was considered. */
  goOnAfter: number | null
}

/** A run stays short, so that a stop or a kill loses little: the next one goes on where it ended. */
const SUBSCRIBERS_PER_RUN = 500

/** Sends an edition to the next subscribers. What was decided for one of them is one transaction. */
export async function sendWeekly(ctx: Means, edition: Date): Promise<Sent> {
  const news = await readNews(ctx.sql)
  const done = { sent: 0, silent: 0 }
  // Nothing for anybody: the edition stays open, and something may yet come.
  if (news.drops.length === 0 && news.articles.length === 0) return { ...done, goOnAfter: null }
  for (let count = 0; count < SUBSCRIBERS_PER_RUN; count += 1) {
    const outcome = await considerNext(ctx, { edition, news })
    if (outcome === 'nobody left') return { ...done, goOnAfter: null }
    if (typeof outcome === 'object') return { ...done, goOnAfter: outcome.wait }
    done[outcome] += 1
  }
  return { ...done, goOnAfter: 0 }
}

interface Due {
  id: string
  email: string
  source_page: string | null
  considered_at: Date | null
}

/** The next who has not been considered; nobody is sent two emails within seven days, whenever editions come. */
const NEXT = `
  select id, email, source_page, considered_at
  from public.newsletter_subscribers
  where status = 'confirmed'
    and confirmed_at <= $1
    and (considered_at is null or considered_at < $1)
    and (last_email_at is null or last_email_at <= now() - interval '7 days')
  order by considered_at nulls first, id
  limit 1
  for update skip locked`

type Outcome = 'sent' | 'silent' | 'nobody left' | { wait: number }

async function considerNext(ctx: Means, { edition, news }: { edition: Date; news: News }): Promise<Outcome> {
  const decision = await inTransaction(ctx.sql, async (client) => {
    const { rows } = await client.query<Due>(NEXT, [edition])
    return rows[0] ? consider(ctx, client, { due: rows[0], news }) : 'nobody left'
  })
  if (typeof decision === 'string' || 'wait' in decision) return decision
  await handOver(ctx, decision)
  return 'sent'
}

/** Who has to wait is considered anew by the next run. */
type Decision = 'silent' | { wait: number } | PlannedMail

async function consider(ctx: Means, client: PoolClient, { due, news }: { due: Due; news: News }): Promise<Decision> {
  const reader = { sourcePage: due.source_page, consideredAt: due.considered_at }
  const email = weeklyEmail({ reader, news, url: ctx.url, now: news.readAt })
  if (!email) {
    await client.query('update public.newsletter_subscribers set considered_at = $2 where id = $1', [
      due.id,
      news.readAt,
    ])
    return 'silent'
  }
  const wait = await takeRate({ ...ctx, sql: client }, emailsPerMinute(ctx), 'all recipients')
  if (wait > 0) return { wait }
  const { interest, ...plan } = email
  const mail = await newsletterMail(
    { ...ctx, sql: client },
    {
      subscriber: due,
      kind: 'newsletter_weekly',
      plan,
      why: interest
        ? `You joined on our ${interest.name} pages, so this letter is about ${interest.name}.`
        : 'One letter a week at most, and none in a week without news.',
    },
  )
  const planned = await planMail(client, { subscriberId: due.id, mail })
  await client.query(
    'update public.newsletter_subscribers set considered_at = $2, last_email_at = now() where id = $1',
    [due.id, news.readAt],
  )
  return planned
}
