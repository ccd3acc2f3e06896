import { randomInt } from 'node:crypto'
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

/** Somebody who has not called before. */
export const newAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
  'content-type': 'application/json',
}
