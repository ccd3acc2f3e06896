import { z } from 'zod'
import { line, postFunction, Refusal } from '../_shared/http.ts'
import { inTransaction } from '../_shared/in-transaction.ts'
import { takeRate } from '../_shared/rate-limit.ts'
import { removeFactors } from '../_shared/remove-factors.ts'

/** Guesses of one account: the codes are far too long to be guessed, and nobody has more than ten. */
const GUESSES = { name: 'recovery code', amount: 10, seconds: 3600 } as const

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
    const isRight = await inTransaction(ctx.sql, async (client) => {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [ctx.caller?.claims])
      const { rows: sessions } = await client.query<{ open: boolean }>('select private.session_is_open() as open')
      // First: a session that was ended must neither try codes nor use up the guesses of its account.
      if (!sessions[0]?.open) throw new Refusal(403, 'Your session has ended. Sign in again.')
      const wait = await takeRate({ ...ctx, sql: client }, GUESSES, userId)
      if (wait > 0) throw new Refusal(429, 'Too many codes were tried. Wait an hour.', { retryAfterSeconds: wait })
      const { rows } = await client.query<{ right: boolean }>('select private.take_recovery_code($1, $2) as right', [
        userId,
        code,
      ])
      return rows[0]?.right === true
    })
    if (!isRight) {
      throw new Refusal(
        403,
        'This code is not right. All codes end when one of them is used, or when the second factor is removed.',
      )
    }
    await removeFactors(ctx, userId)
    const token = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? ''
    const { error } = await ctx.service.auth.admin.signOut(token, 'global')
    if (error) throw new Error(`The sessions were not ended: ${error.message}`)
    return {}
  },
})
