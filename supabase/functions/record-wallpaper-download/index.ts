import { isbot } from 'isbot'
import { z } from 'zod'
import { postFunction, Refusal } from '../_shared/http.ts'
import { limitRate, takeRate } from '../_shared/rate-limit.ts'

/** A whole gallery at once, and no more. */
const PER_ADDRESS = { name: 'record-wallpaper-download', amount: 60, seconds: 600 } as const
const ONCE_AN_HOUR = { amount: 1, seconds: 3600 } as const

/** Counts a download: each wallpaper once an hour for one address, and only for people. */
export default postFunction({
  input: z.object({ wallpaperId: z.uuid('must be the id of a wallpaper') }),
  maxBytes: 500,
  async run({ wallpaperId }, ctx, request) {
    await limitRate(ctx, PER_ADDRESS)
    const { rowCount } = await ctx.sql.query('select from public.wallpapers where id = $1 and is_active', [wallpaperId])
    if (rowCount === 0) throw new Refusal(404, 'There is no such wallpaper. Reload the page for the present ones.')
    if (isbot(request.headers.get('user-agent') ?? 'bot')) return { counted: false }
    const wait = await takeRate(ctx, { name: `download ${wallpaperId}`, ...ONCE_AN_HOUR })
    if (wait > 0) return { counted: false }
    await ctx.sql.query('select public.increment_wallpaper_download($1)', [wallpaperId])
    return { counted: true }
  },
})
