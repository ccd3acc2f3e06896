import { z } from 'zod'
import type { FunctionContext } from '../_shared/context.ts'
import { postFunction, requireService } from '../_shared/http.ts'
import { composeMail } from '../_shared/mail/compose.ts'

interface Planned {
  mail_id: string
  email: string
  title: string
  sentence: string
  feed_run_id: string | null
}

/** Mails staff about imports that failed, are held or late. Run by the schedule; each cause is mailed once a day. */
export default postFunction({
  input: z.object({}),
  maxBytes: 1000,
  async run(_input, ctx) {
    requireService(ctx)
    const { rows } = await ctx.sql.query<Planned>('select * from private.plan_feed_mails()')
    // The outbox takes each id once: a run that dies in between repeats none.
    for (const planned of rows) {
      await ctx.mail({ id: planned.mail_id, kind: 'feed_trouble', to: planned.email, ...mailOf(ctx, planned) })
      await ctx.sql.query('update private.feed_mails set handed_over_at = now() where mail_id = $1', [planned.mail_id])
    }
    return { sent: rows.length }
  },
})

function mailOf({ settings }: FunctionContext, { title, sentence, feed_run_id }: Planned) {
  const runs = `${settings.SITE_URL ?? ''}/admin/feeds/runs`
  return composeMail({
    subject: `[${settings.SITE_NAME ?? 'Dahlia'}] ${title}`,
    heading: title,
    parts: [
      { kind: 'text', text: sentence },
      { kind: 'button', label: 'Look at the import', href: feed_run_id === null ? runs : `${runs}/${feed_run_id}` },
    ],
    footer: [{ kind: 'text', text: 'You get this because you may start imports. Each cause is mailed once a day.' }],
  })
}
