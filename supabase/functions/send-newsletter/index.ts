import { z } from 'zod'
import { postFunction, requireService } from '../_shared/http.ts'
import { handOverLeft } from '../_shared/mail/planned-mails.ts'
import { dueEdition } from '../_shared/newsletter/edition.ts'
import { sendWeekly } from '../_shared/newsletter/send-weekly.ts'

/** Sends the edition of the newsletter that is due, to some subscribers a run. Run by the schedule, and by itself to go on. */
export default postFunction({
  input: z.object({}),
  maxBytes: 1000,
  async run(_, ctx) {
    requireService(ctx)
    await handOverLeft(ctx)
    const edition = dueEdition(ctx.settings.NEWSLETTER_SCHEDULE, new Date())
    if (!edition) return { sent: 0, silent: 0 }
    const { sent, silent, goOnAfter } = await sendWeekly(ctx, edition)
    if (goOnAfter !== null)
      await ctx.enqueue('send-newsletter', {}, { singletonKey: 'go on', startAfterSeconds: goOnAfter })
    if (sent + silent > 0) ctx.log.info({ edition, sent, silent, goOnAfter }, 'newsletter emails were decided')
    return { sent, silent }
  },
})
