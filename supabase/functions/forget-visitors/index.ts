import { z } from 'zod'
import { postFunction, requireService } from '../_shared/http.ts'
import { CONFIRM_DAYS } from '../_shared/newsletter/tokens.ts'

/** How long what visitors left is kept: what the privacy page promises. */
const KEPT = [
  // Nobody confirmed: the confirm link has ended as well.
  {
    what: 'pending',
    sql: `delete from public.newsletter_subscribers where status = 'pending' and consented_at < now() - make_interval(days => $1)`,
    days: CONFIRM_DAYS,
  },
  // Long enough for a second look at why letters stopped, and for nothing else.
  {
    what: 'unsubscribed',
    sql: `delete from public.newsletter_subscribers where status = 'unsubscribed' and unsubscribed_at < now() - make_interval(days => $1)`,
    days: 30,
  },
  {
    what: 'answered',
    sql: 'delete from public.contact_messages where handled_at < now() - make_interval(days => $1)',
    days: 90,
  },
  {
    what: 'unanswered',
    sql: 'delete from public.contact_messages where created_at < now() - make_interval(days => $1)',
    days: 365,
  },
] as const

/** Deletes what visitors left and nobody needs any more. Run by the schedule. Replies with how many rows of each. */
export default postFunction({
  input: z.object({}),
  maxBytes: 1000,
  async run(_, ctx) {
    requireService(ctx)
    const deleted: Record<string, number> = {}
    for (const { what, sql, days } of KEPT) deleted[what] = (await ctx.sql.query(sql, [days])).rowCount ?? 0
    return { deleted }
  },
})
