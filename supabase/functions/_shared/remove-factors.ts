import type { FunctionContext } from './context.ts'
import { Refusal } from './http.ts'

/** Takes every second factor of an account away; returns how many there were. */
export async function removeFactors({ service }: FunctionContext, userId: string): Promise<number> {
  const { data, error } = await service.auth.admin.mfa.listFactors({ userId })
  if (error) throw new Refusal(404, 'There is no such user. Look at the list again.')
  for (const factor of data.factors) {
    const removed = await service.auth.admin.mfa.deleteFactor({ userId, id: factor.id })
    if (removed.error) throw new Error(`The second factor was not removed: ${removed.error.message}`)
  }
  return data.factors.length
}
