import { ADMIN } from './admin.ts'
import { anonClient } from './browser.ts'

export interface OutboxMail {
  kind: string
  recipient: string
  subject: string
  body_text: string
}

/** Reads the outbox as an admin does in the back office: these servers have no mail server, so every mail waits there. */
export async function openOutbox() {
  const admin = await anonClient()
  const { error } = await admin.auth.signInWithPassword(ADMIN)
  if (error) throw new Error(`The admin of the browser tests cannot sign in: ${error.message}`)
  return {
    /** The mails to an address, newest first. */
    async mailsTo(recipient: string): Promise<OutboxMail[]> {
      const { data, error } = await admin.rpc('read_outbox', { max_rows: 500 })
      if (error) throw new Error(error.message)
      const mails: OutboxMail[] = data
      return mails.filter((mail) => mail.recipient === recipient)
    },
  }
}
