import { createClient } from '@supabase/supabase-js'
import { ADMIN } from './admin.ts'
import { keysOf } from './dahlia.ts'

export interface OutboxMail {
  kind: string
  recipient: string
  subject: string
  body_text: string
}

/** Reads the outbox as an admin does in the back office: these servers have no mail server, so every mail waits there. */
export async function openOutbox(baseURL: string | undefined) {
  const { publishableKey } = await keysOf({ dataDir: process.env.E2E_DATA_DIR ?? 'data' })
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const admin = createClient(baseURL ?? '', publishableKey, options)
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
