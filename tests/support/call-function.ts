import { randomInt } from 'node:crypto'
import pg from 'pg'
import { target } from './target.ts'

export interface FunctionReply {
  status: number
  headers: Headers
  /** Undefined where there is none. */
  body: Record<string, unknown> | undefined
}

export interface Caller {
  /** The visitor's address, as the proxy in front tells it; without one a new visitor. */
  address?: string
  headers?: Record<string, string>
  /** Without one the publishable key, as a browser has it. */
  key?: string
  method?: string
}

/** Calls a function of the shop as a stranger would: over HTTP, on the target `shop`. */
export async function callFunction(name: string, body: unknown, caller: Caller = {}): Promise<FunctionReply> {
  const { url, publishableKey } = target('shop')
  const { address = newAddress(), headers = {}, key = publishableKey, method = 'POST' } = caller
  const reply = await fetch(`${url}/functions/v1/${name}`, {
    method,
    headers: { ...BROWSER, apikey: key, 'x-forwarded-for': address, ...headers },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) }
}

/** A mail as it waits in the outbox. */
export interface WaitingMail {
  kind: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  headers: Record<string, string>
  reply_to: string | null
}

/** The mails to an address, oldest first. The target `shop` has no mail server, so all of them wait in its outbox. */
export async function mailsTo(recipient: string): Promise<WaitingMail[]> {
  const client = new pg.Client({ connectionString: target('shop').databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<WaitingMail>(
      'select * from _platform.outbox where lower(recipient) = lower($1) order by created_at',
      [recipient],
    )
    return rows
  } finally {
    await client.end()
  }
}

/** Somebody who has not called before. */
export const newAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
  'content-type': 'application/json',
}
