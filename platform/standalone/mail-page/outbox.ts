import type pg from 'pg'

export interface KeptMail {
  id: string
  channel: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
}

const COLUMNS = 'id, channel, kind, recipient, subject, body_text, body_html, created_at'
/** A test run asks for its own mails; nobody reads thousands. */
const MAX_LISTED = 500

export type Outbox = ReturnType<typeof openOutbox>

/** What would have been sent, newest first. */
export function openOutbox(pool: pg.Pool) {
  return {
    async list(recipient: string | null): Promise<KeptMail[]> {
      const { rows } = await pool.query<KeptMail>(
        `select ${COLUMNS} from _platform.outbox where $1::text is null or lower(recipient) = lower($1)
         order by created_at desc limit ${MAX_LISTED}`,
        [recipient],
      )
      return rows
    },
    async find(id: string): Promise<KeptMail | null> {
      const { rows } = await pool.query<KeptMail>(
        `select ${COLUMNS} from _platform.outbox where id::text = $1 or $1 = 'latest' order by created_at desc limit 1`,
        [id],
      )
      return rows[0] ?? null
    },
    async clear(): Promise<void> {
      await pool.query('delete from _platform.outbox')
    },
  }
}
