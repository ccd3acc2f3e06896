/** Why a mail server could not be spoken with. */
export type MailTrouble = 'name' | 'refused' | 'silent' | 'certificate' | 'no-tls' | 'login'

/** In the words of Node, OpenSSL and nodemailer; the first that fits. */
const TROUBLES: readonly (readonly [MailTrouble, RegExp])[] = [
  ['name', /EDNS|ENOTFOUND|EAI_AGAIN/],
  ['refused', /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/],
  ['login', /EAUTH/],
  ['certificate', /certificate|altnames|CERT_/i],
  ['no-tls', /wrong version number|packet length too long|EPROTO|SSL routines/i],
  ['silent', /ETIMEDOUT|timeout|greeting never received/i],
]

/** Null where the server spoke, and refused the mail itself. */
export function troubleOf(error: unknown): MailTrouble | null {
  if (!(error instanceof Error)) return null
  const words = `${'code' in error ? String(error.code) : ''} ${error.message}`
  return TROUBLES.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}
