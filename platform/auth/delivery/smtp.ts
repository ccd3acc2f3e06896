import type { AuthConfig } from '../../config/schema.ts'
import type { Mailer } from './messenger.ts'

/** The port on which TLS starts at once; on others it is negotiated. */
const IMPLICIT_TLS_PORT = 465
/** A mail server that takes longer is down; the outbox tries again. */
const TIMEOUT_MS = 20_000

interface SmtpOptions {
  timeoutMs?: number
  implicitTlsPort?: number
}

/** A mailer for `[auth.email.smtp]`, or null when none is configured. */
export function createSmtpMailer(
  { email }: Pick<AuthConfig, 'email'>,
  { timeoutMs = TIMEOUT_MS, implicitTlsPort = IMPLICIT_TLS_PORT }: SmtpOptions = {},
): Mailer | null {
  const { smtp } = email
  if (!smtp?.enabled) return null
  const open = async () => {
    // Loaded by the first mail: it is large, and many processes never send one.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.port === implicitTlsPort,
      ...(smtp.user ? { auth: { user: smtp.user, pass: smtp.pass } } : {}),
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
    })
  }
  let transport: ReturnType<typeof open> | null = null
  return {
    async send({ to, subject, text, html, headers = {}, replyTo }) {
      transport ??= open()
      // Read for each mail: whoever gave the options may change the name.
      const from = { name: smtp.sender_name, address: smtp.admin_email }
      const { response } = await (await transport).sendMail({ from, to, subject, text, html, headers, replyTo })
      return response
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
