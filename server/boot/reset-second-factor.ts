import { withSession } from '#platform'
import { type AdminAccountOptions, changeAdminAccount } from './admin-account.ts'

/** Takes an admin's second factors and recovery codes away and ends the account's sessions: whoever has the phone is out too. */
export async function resetSecondFactor(options: AdminAccountOptions): Promise<{ email: string; removed: number }> {
  let removed = 0
  const { email, id } = await changeAdminAccount(options, async ({ id, email }, service) => {
    const { data, error } = await service.auth.admin.mfa.listFactors({ userId: id })
    if (error) throw new Error(`The second factor of ${email} could not be read: ${error.message}`)
    for (const factor of data.factors) {
      const deleted = await service.auth.admin.mfa.deleteFactor({ userId: id, id: factor.id })
      if (deleted.error) throw new Error(`The second factor of ${email} was not removed: ${deleted.error.message}`)
      removed += 1
    }
  })
  await withSession({ url: options.databaseUrl, name: 'dahlia admin' }, async (client) => {
    await client.query('delete from private.recovery_codes where user_id = $1', [id])
    await client.query('delete from auth.sessions where user_id = $1', [id])
  })
  return { email, removed }
}
