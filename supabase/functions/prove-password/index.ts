import { z } from 'zod'
import { postFunction, Refusal } from '../_shared/http.ts'
import { limitRate } from '../_shared/rate-limit.ts'

/** Of one session: the accounts service limits guesses of an account too, but those would lock its owner out of signing in. */
const GUESSES = { name: 'prove password', amount: 10, seconds: 900 } as const

/** The password again, in the middle of a session: dangerous changes ask for it (private.require_recent_proof). */
export default postFunction({
  input: z.object({ password: z.string().min(1, 'Enter your password.').max(1000, 'This password is too long.') }),
  maxBytes: 8000,
  async run({ password }, ctx) {
    const { userId, claims } = ctx.caller ?? {}
    if (!userId || typeof claims?.session_id !== 'string') throw new Refusal(401, 'Sign in first.')
    await limitRate(ctx, GUESSES, claims.session_id)
    const { data } = await ctx.service.auth.admin.getUserById(userId)
    if (!data.user?.email) throw new Refusal(409, 'This account has no password. Sign out and in again instead.')
    // Its session is ended below: only the answer is of interest.
    const { error } = await ctx.supabase.auth.signInWithPassword({ email: data.user.email, password })
    if (error?.status === 429) throw new Refusal(429, 'Too many passwords were tried. Wait a few minutes.')
    if (error?.code === 'invalid_credentials') throw new Refusal(403, 'This is not your password.')
    if (error) throw new Refusal(502, `The password could not be checked: ${error.message}`)
    await ctx.supabase.auth.signOut({ scope: 'local' })
    const { rows } = await ctx.sql.query<{ renewed: boolean }>('select private.renew_proof($1, $2) as renewed', [
      claims.session_id,
      userId,
    ])
    if (!rows[0]?.renewed) throw new Refusal(403, 'Your session has ended. Sign in again.')
    return {}
  },
})
