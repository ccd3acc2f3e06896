import { z } from 'zod'
import type { FunctionContext } from '../_shared/context.ts'
import { postFunction } from '../_shared/http.ts'
import { limitRate } from '../_shared/rate-limit.ts'
import { requireStaff } from '../_shared/staff.ts'
import { checkFiles } from './check-files.ts'
import { checkHttps } from './check-https.ts'
import { checkMail } from './check-mail.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { checkStore } from './check-store.ts'
import type { Found } from './found.ts'

/** Each try of one check leaves this machine: nobody needs more of them. */
const TRIES = { name: 'set-up check', amount: 20, seconds: 3600 } as const

/** The order of the list. The second factor is each admin's own, so it is looked up and not kept. */
const KEPT = ['mail', 'https', 'files', 'store'] as const

/** The set-up checklist of the office: what the last tries found, or one of them tried now. */
export default postFunction({
  input: z.object({ check: z.enum([...KEPT, 'second-factor']).optional() }),
  maxBytes: 1000,
  async run({ check }, ctx) {
    const userId = await requireStaff(ctx, 'admin')
    if (check === undefined) return { checks: await listed(ctx, userId) }
    if (check === 'second-factor') return { check: { name: check, ...(await checkSecondFactor(ctx, userId)) } }
    await limitRate(ctx, TRIES, `${check} ${userId}`)
    const found = await tried(ctx, check, userId)
    await ctx.sql.query(
      `insert into private.setup_checks (name, state, sentence) values ($1, $2, $3)
       on conflict (name) do update set state = excluded.state, sentence = excluded.sentence, checked_at = now()`,
      [check, found.state, found.sentence],
    )
    return { check: { name: check, ...found } }
  },
})

async function tried(ctx: FunctionContext, check: (typeof KEPT)[number], userId: string): Promise<Found> {
  switch (check) {
    case 'mail': {
      const { data } = await ctx.service.auth.admin.getUserById(userId)
      return checkMail(ctx, data.user?.email ?? '')
    }
    case 'https':
      return checkHttps(ctx)
    case 'files':
      return checkFiles(ctx)
    case 'store':
      return checkStore(ctx)
  }
}

interface Listed {
  name: string
  /** new: never tried. */
  state: Found['state'] | 'new'
  sentence: string
  checked_at: Date | null
}

async function listed(ctx: FunctionContext, userId: string): Promise<Listed[]> {
  const { rows } = await ctx.sql.query<Listed>('select name, state, sentence, checked_at from private.setup_checks')
  const own = await checkSecondFactor(ctx, userId)
  return [
    ...KEPT.map((name) => rows.find((row) => row.name === name) ?? untried(name)),
    { name: 'second-factor', ...own, checked_at: new Date() },
  ]
}

const untried = (name: string): Listed => ({ name, state: 'new', sentence: 'Not tried yet.', checked_at: null })
