import type { FunctionContext } from '../_shared/context.ts'
import { type Found, ok, todo } from './found.ts'

/** Of the admin who asks, and whether the shop asks it of every admin. */
export async function checkSecondFactor({ service }: Pick<FunctionContext, 'service'>, userId: string): Promise<Found> {
  const [factors, setting] = await Promise.all([
    service.auth.admin.mfa.listFactors({ userId }),
    service.from('site_settings').select('value').eq('key', 'second_factor_required').maybeSingle(),
  ])
  if (factors.error) throw new Error(`The factors could not be read: ${factors.error.message}`)
  if (setting.error) throw new Error(`The setting could not be read: ${setting.error.message}`)
  if (!factors.data.factors.some(({ status }) => status === 'verified')) {
    return todo(
      'You have no second factor: whoever learns your password is in. Set up an authenticator app in Account.',
    )
  }
  if (setting.data?.value !== true) {
    return todo(
      'You have a second factor; other admins need none yet. Turn on “Admins need a second factor” in Settings.',
    )
  }
  return ok('You have a second factor, and every admin needs one.')
}
