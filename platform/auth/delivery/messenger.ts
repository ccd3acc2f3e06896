import type { Log } from '../../log.ts'
import type { Database, Queryable } from '../database.ts'
import { type MailTrouble, troubleOf } from './mail-trouble.ts'

export interface Mail {
  /** Of mails with one id, one is stored; without one each is. */
  id?: string | undefined
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Further headers by name, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  /** Who gets the replies; the sender without it. */
  replyTo?: string | undefined
}

export interface TextMessage {
  kind: string
  /** Digits of E.164, without the plus. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/** Hands a mail to a mail server; what it resolves with, where that is text, are the words it was taken with. Throws when the server did not take it. */
export interface Mailer {
  send(mail: Mail): Promise<unknown>
  close?(): Promise<void>
}

/** Hands a text message to a provider and returns the provider's id of it. Throws when it was not taken. */
export interface SmsProvider {
  send(message: TextMessage): Promise<string>
}

export interface MailTried {
  taken: boolean
  said: string
  /** Where no mail server could be spoken with. */
  trouble?: MailTrouble | null
}

export interface Messenger {
  /** Puts a mail into the outbox, in the transaction of what it tells about. */
  mail(tx: Queryable, mail: Mail): Promise<void>
  /** Hands a mail over now, past the outbox: what the mail server said, and whether it took it. Null without a server. */
  tryMail(mail: Mail): Promise<MailTried | null>
  /** Whether text messages can be sent: the outbox, which somebody may read, is for mail alone. */
  canText: boolean
  /** Sends a text message now and returns its id. Throws when the provider did not take it, or when there is none. */
  sms(message: TextMessage): Promise<string>
  /** Starts sending what waits. Call after the transaction; nobody waits for a mail server. */
  flush(): void
  close(): Promise<void>
}

export interface MessengerOptions {
  db: Database
  mailer: Mailer | null
  sms: SmsProvider | null
  log: Log
}

/** A mail that was not taken by then is found again, by this process or another. */
const RETRY_EVERY_MS = 30_000
/** Doubles from one minute: the last try is about four hours after the first. */
const MAX_ATTEMPTS = 9
export const NO_PROVIDER = 'there is none: configure [auth.sms.twilio]'
const NOT_SENT = 'mail kept in the outbox: there is no mail server'
/** While a process sends a mail, no other takes it. Longer than the mail server's own timeouts. */
const LEASE = '3 minutes'

export function createMessenger({ db, mailer, sms, log }: MessengerOptions): Messenger {
  let sending: Promise<void> = Promise.resolve()
  let closed = false

  async function sendWaiting(mailServer: Mailer) {
    for (;;) {
      const waiting = closed ? null : await claim(db)
      if (!waiting) return
      try {
        await mailServer.send({
          kind: waiting.kind,
          to: waiting.recipient,
          subject: waiting.subject,
          text: waiting.body_text,
          html: waiting.body_html,
          headers: waiting.headers,
          replyTo: waiting.reply_to ?? undefined,
        })
        await markSent(db, waiting.id)
      } catch (error) {
        const reason = withoutEchoes(error)
        log.warn({ reason, id: waiting.id, attempt: waiting.attempts }, 'a mail was not taken by the mail server')
        await postpone(db, waiting, reason)
      }
    }
  }

  function flush() {
    if (!mailer || closed) return
    sending = sending
      .then(() => sendWaiting(mailer))
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
  }

  const timer = mailer ? setInterval(flush, RETRY_EVERY_MS) : null
  timer?.unref()

  return {
    async mail(tx, mail) {
      const id = await keep(tx, mail)
      if (id === null) return
      const facts = { id, kind: mail.kind, to: veiled(mail.to) }
      if (mailer) log.info(facts, 'mail on its way')
      else log.warn(facts, NOT_SENT) // nobody gets it: an operator must see that at the usual level
    },
    async tryMail(mail) {
      if (!mailer) return null
      try {
        const said = await mailer.send(mail)
        return { taken: true, said: typeof said === 'string' ? withoutSecrets(said) : '' }
      } catch (error) {
        return { taken: false, said: withoutEchoes(error), trouble: troubleOf(error) }
      }
    },
    canText: sms !== null,
    async sms(message) {
      if (!sms) throw new Error(NO_PROVIDER)
      return sms.send(message)
    },
    flush,
    async close() {
      closed = true
      if (timer) clearInterval(timer)
      await sending
      await mailer?.close?.()
    },
  }
}

interface Waiting {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  headers: Record<string, string>
  reply_to: string | null
  attempts: number
}

/** The mail's id; null when it is there already. */
async function keep(db: Queryable, message: Mail): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into _platform.outbox (id, channel, kind, recipient, subject, body_text, body_html, headers, reply_to)
     values (coalesce($8::uuid, gen_random_uuid()), 'email', $1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do nothing returning id`,
    [
      ...[message.kind, message.to, message.subject, message.text, message.html],
      message.headers ?? {},
      message.replyTo ?? null,
      message.id ?? null,
    ],
  )
  return rows[0]?.id ?? null
}

async function claim(db: Database): Promise<Waiting | null> {
  const { rows } = await db.query<Waiting>(
    `update _platform.outbox
     set attempts = attempts + 1, next_attempt_at = now() + interval '${LEASE}'
     where id = (
       select id from _platform.outbox
       where channel = 'email' and sent_at is null and next_attempt_at <= now() and attempts < ${MAX_ATTEMPTS}
       order by next_attempt_at
       limit 1
       for update skip locked
     )
     returning id, kind, recipient, subject, body_text, body_html, headers, reply_to, attempts`,
  )
  return rows[0] ?? null
}

/** What was sent holds a live link and is needed no longer. */
async function markSent(db: Database, id: string): Promise<void> {
  await db.query(
    `update _platform.outbox set sent_at = now(), body_text = '', body_html = '', headers = '{}' where id = $1`,
    [id],
  )
}

async function postpone(db: Database, { id, attempts }: Waiting, reason: string): Promise<void> {
  await db.query(
    `update _platform.outbox
     set next_attempt_at = now() + interval '1 minute' * power(2, $2::integer - 1), last_error = $3
     where id = $1`,
    [id, attempts, reason],
  )
}

/**
 * What a mail server said, without what it repeated: filters quote lines of the mail, with its link and code, and refused
 * sign-ins the password. Numbers of SMTP itself are shorter.
 */
function withoutEchoes(error: unknown): string {
  return error instanceof Error ? withoutSecrets(error.message) : 'unknown'
}

const withoutSecrets = (said: string): string =>
  said
    .slice(0, 2000)
    .replaceAll(/\w{1,20}:\/\/\S+/g, '[address]')
    .replaceAll(/\b(?:AUTH|PLAIN|LOGIN|XOAUTH2|Bearer)\s+\S{8,}/gi, '[hidden]')
    .replaceAll(/[\w+/=-]{20,}/g, '[hidden]')
    .replaceAll(/\d{6,}/g, '[hidden]')
    .slice(0, 500)

/** Enough to recognise one's own address in the log, and no more. */
function veiled(address: string): string {
  const at = address.indexOf('@')
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : `…${address.slice(-3)}`
}
