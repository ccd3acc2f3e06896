import { z } from 'zod'
import { postFunction, requireService } from '../_shared/http.ts'
import { CONFIRM_DAYS } from '../_shared/newsletter/tokens.ts'

/** Rows per statement: none holds its locks for long. */
const SLICE = 500

/** How long what visitors left is kept: what the privacy page promises. */
const KEPT = [
  // Nobody confirmed: the confirm link has ended as well.
  {
    what: 'pending',
    table: 'public.newsletter_subscribers',
    condition: `status = 'pending' and consented_at < now() - make_interval(days => $1)`,
    days: CONFIRM_DAYS,
  },
  // Long enough for a second look at why letters stopped, and for nothing else.
  {
    what: 'unsubscribed',
    table: 'public.newsletter_subscribers',
    condition: `status = 'unsubscribed' and unsubscribed_at < now() - make_interval(days => $1)`,
    days: 30,
  },
  {
    what: 'answered',
    table: 'public.contact_messages',
    condition: 'handled_at < now() - make_interval(days => $1)',
    days: 90,
  },
  {
    what: 'unanswered',
    table: 'public.contact_messages',
    condition: 'created_at < now() - make_interval(days => $1)',
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
    for (const { what, table, condition, days } of KEPT) {
      const slice = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${SLICE}))`
      for (let rows = SLICE; rows === SLICE; deleted[what] = (deleted[what] ?? 0) + rows) {
        rows = (await ctx.sql.query(slice, [days])).rowCount ?? 0
      }
    }
    return { deleted }
  },
})
