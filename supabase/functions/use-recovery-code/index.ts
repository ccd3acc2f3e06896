import { z } from 'zod'
import { line, postFunction, Refusal } from '../_shared/http.ts'
import { removeFactors } from '../_shared/remove-factors.ts'

/** Guesses of one account: the codes are far too long to be guessed, and nobody has more than ten. */
const GUESSES = { amount: 10, seconds: 3600 } as const

/**
 * For whoever signed in with the password and lost the second factor: a recovery code removes it and ends all sessions, so
 * that whoever has the phone is out too. Sign in again and set up a new one.
 */
export default postFunction({
  input: z.object({ code: line(100) }),
  maxBytes: 1000,
  async run({ code }, ctx, request) {
    const userId = ctx.caller?.userId
    if (!userId) throw new Refusal(401, 'Sign in with your password first.')
    const limited = await ctx.sql.query<{ wait: number }>(
      `select private.take_rate_limit('recovery code', $1, $2, $3) as wait`,
      [userId, GUESSES.amount, GUESSES.seconds],
    )
    const wait = limited.rows[0]?.wait ?? 0
    if (wait > 0) throw new Refusal(429, 'Too many codes were tried. Wait an hour.', { retryAfterSeconds: wait })
    const { rows } = await ctx.sql.query<{ right: boolean }>('select private.take_recovery_code($1, $2) as right', [
      userId,
      code,
    ])
    if (!rows[0]?.right)
      throw new Refusal(403, 'This code is not right, or it was used before. Try another of the ten.')
    await removeFactors(ctx, userId)
    const token = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
    const { error } = await ctx.service.auth.admin.signOut(token, 'global')
    if (error) throw new Error(`The sessions were not ended: ${error.message}`)
    return {}
  },
})
