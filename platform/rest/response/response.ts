import { STATUS_CODES } from 'node:http'
import { TextResponse } from '../../kernel/text-response.ts'
import { badHeadersSetting, badStatusSetting } from '../errors.ts'
import type { Row } from '../execute/batch.ts'
import { OUTPUT } from '../sql/output.ts'
import type { Representation } from './representation.ts'

export type Body = string | Uint8Array<ArrayBuffer>

/** The body that Postgres made; a handler's bytes come in hexadecimal. */
export function bodyOf(row: Row | undefined, { kind, handler }: Representation, otherwise: string): Body {
  const text = row?.[OUTPUT.body] ?? null
  if (text === null) return otherwise
  return kind === 'handler' && handler?.isBytes ? Buffer.from(text, 'hex') : text
}

export interface ReplyParts {
  status: number
  headers: [string, string][]
  body: Body | null
}

/**
 * Makes the response; functions may have overruled status and headers (`response.status`, `response.headers`): `row`
 * has them, at the positions given.
 */
export function makeResponse(parts: ReplyParts, row: Row | undefined, at: Positions = OUTPUT): Response {
  const status = overruledStatus(row?.[at.status] ?? null) ?? parts.status
  const own = row?.[at.headers] ?? null
  // In-process callers see the reason phrase too, as they would over HTTP.
  const init = { status, statusText: STATUS_CODES[status] ?? '' }
  if (own === null) return withBody(status, parts.body, { ...init, headers: parts.headers })
  const given = parseHeaders(own)
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const kept = parts.headers.filter(([name]) => !names.has(name.toLowerCase()))
  try {
    return withBody(status, parts.body, { ...init, headers: [...kept, ...given] })
  } catch {
    throw badHeadersSetting()
  }
}

interface Positions {
  headers: number
  status: number
}

function withBody(status: number, body: Body | null, init: ResponseInit): Response {
  if (body === null || status === 204 || status === 205 || status === 304) return new Response(null, init)
  return typeof body === 'string' ? new TextResponse(body, init) : new Response(body, init)
}

function overruledStatus(text: string | null): number | null {
  if (text === null) return null
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (status < 200 || status > 599) throw badStatusSetting()
  return status
}

function parseHeaders(text: string): [string, string][] {
  const value = parseJson(text)
  if (!Array.isArray(value)) throw badHeadersSetting()
  const entries: unknown[] = value
  return entries.map((entry) => {
    if (typeof entry !== 'object' || entry === null) throw badHeadersSetting()
    const [first, second] = Object.entries(entry)
    if (!first || second || typeof first[1] !== 'string') throw badHeadersSetting()
    return [first[0], first[1]]
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badHeadersSetting()
  }
}
