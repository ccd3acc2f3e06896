import { z } from 'zod'
import { sendAlerts } from '../_shared/alerts/send-alerts.ts'
import { postFunction, requireService } from '../_shared/http.ts'
import { handOverLeft } from '../_shared/mail/planned-mails.ts'

/** Tells watchers what their alerts hit, some a run. Run by the schedule, and by itself to go on. */
export default postFunction({
  input: z.object({ after: z.uuid().optional() }),
  maxBytes: 1000,
  async run({ after }, ctx) {
    requireService(ctx)
    await handOverLeft(ctx)
    const { sent, goOn } = await sendAlerts(ctx, after)
    if (goOn !== null)
      await ctx.enqueue(
        'send-price-alerts',
        { after: goOn.after },
        { singletonKey: 'go on', startAfterSeconds: goOn.seconds },
      )
    if (sent > 0) ctx.log.info({ sent, goOn }, 'price alerts were decided')
    return { sent }
  },
})
