import { type AdminAccountOptions, changeAdminAccount } from './admin-account.ts'
import { generatePassword } from './first-admin.ts'

/** A new password for an admin; the account's sessions end with the old one. */
export async function resetAdminPassword(options: AdminAccountOptions): Promise<{ email: string; password: string }> {
  const password = generatePassword()
  const { email } = await changeAdminAccount(options, async ({ id, email }, service) => {
    const { error } = await service.auth.admin.updateUserById(id, { password, email_confirm: true })
    if (error) throw new Error(`The password of ${email} was not changed: ${error.message}`)
  })
  return { email, password }
}
