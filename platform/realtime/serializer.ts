import { buildFrame } from './frame.ts'

/** 1.0.0: JSON objects. 2.0.0: JSON arrays, and binary frames for what users broadcast. */
export type Vsn = '1.0.0' | '2.0.0'

export interface Incoming {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** Set for a binary broadcast push; the payload is empty then. */
  broadcast: UserBroadcast | null
}

/** What a user broadcasts: an event name and a body that the server hands on unread. */
export interface UserBroadcast {
  event: string
  encoding: 'json' | 'binary'
  body: Buffer
  meta: Record<string, unknown> | null
}

export interface Outgoing {
  topic: string
  event: string
  payload: unknown
  ref?: string | null
  joinRef?: string | null
}

const KIND_PUSH = 0
const KIND_USER_BROADCAST_PUSH = 3
const KIND_USER_BROADCAST = 4
const BINARY_ENCODING = 0
const JSON_ENCODING = 1
/** Lengths in a binary header are one byte. */
const MAX_HEADER_FIELD = 255

/** Null for anything that is not a message: it is dropped and the socket kept, as hosted does. */
export function decodeText(vsn: Vsn, text: string): Incoming | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (Array.isArray(parsed)) {
    if (vsn !== '2.0.0') return null
    const [joinRef, ref, topic, event, payload] = parsed
    return incoming({ joinRef, ref, topic, event, payload })
  }
  if (vsn !== '1.0.0' || !isRecord(parsed)) return null
  const { join_ref: joinRef, ref, topic, event, payload } = parsed
  return incoming({ joinRef, ref, topic, event, payload })
}

function incoming(raw: { joinRef: unknown; ref: unknown; topic: unknown; event: unknown; payload: unknown }) {
  const { topic, event, payload } = raw
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  const message: Incoming = {
    joinRef: reference(raw.joinRef),
    ref: reference(raw.ref),
    topic,
    event,
    payload: isRecord(payload) ? payload : {},
    broadcast: null,
  }
  return message
}

function reference(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export function decodeBinary(vsn: Vsn, frame: Buffer): Incoming | null {
  if (vsn !== '2.0.0' || frame.length < 5) return null
  if (frame[0] === KIND_USER_BROADCAST_PUSH) return decodeUserBroadcast(frame)
  if (frame[0] === KIND_PUSH) return decodePush(frame)
  return null
}

/** u8 3 | lengths of join_ref, ref, topic, event, metadata | u8 encoding | the five | body */
function decodeUserBroadcast(frame: Buffer): Incoming | null {
  const fields = takeFields(frame, { lengthsAt: 1, count: 5, fieldsAt: 7 })
  if (!fields) return null
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = fields.texts
  let meta: unknown = null
  try {
    meta = metadata === '' ? null : JSON.parse(metadata)
  } catch {
    return null
  }
  const encoding = frame[6] === JSON_ENCODING ? 'json' : 'binary'
  const broadcast = { event, encoding, body: fields.rest, meta: isRecord(meta) ? meta : null } as const
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {}, broadcast }
}

/** Phoenix' own binary push: u8 0 | lengths of join_ref, ref, topic, event | the four | data */
function decodePush(frame: Buffer): Incoming | null {
  const fields = takeFields(frame, { lengthsAt: 1, count: 4, fieldsAt: 5 })
  if (!fields) return null
  const [joinRef = '', ref = '', topic = '', event = ''] = fields.texts
  return { joinRef: joinRef || null, ref: ref || null, topic, event, payload: {}, broadcast: null }
}

function takeFields(frame: Buffer, layout: { lengthsAt: number; count: number; fieldsAt: number }) {
  const { lengthsAt, count, fieldsAt } = layout
  const texts: string[] = []
  let at = fieldsAt
  for (let i = 0; i < count; i++) {
    const length = frame[lengthsAt + i] ?? 0
    if (at + length > frame.length) return null
    texts.push(frame.toString('utf8', at, at + length))
    at += length
  }
  return { texts, rest: frame.subarray(at) }
}

/** A message as a websocket frame. */
export function encodeMessage(vsn: Vsn, message: Outgoing): Buffer {
  return encodeRaw(vsn, message, JSON.stringify(message.payload))
}

/** The same with a payload that is JSON text already. */
export function encodeRaw(vsn: Vsn, message: Omit<Outgoing, 'payload'>, payload: string): Buffer {
  const topic = JSON.stringify(message.topic)
  const event = JSON.stringify(message.event)
  const ref = JSON.stringify(message.ref ?? null)
  const joinRef = JSON.stringify(message.joinRef ?? null)
  return buildFrame(
    vsn === '2.0.0'
      ? `[${joinRef},${ref},${topic},${event},${payload}]`
      : `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`,
  )
}

/** A user's broadcast as a frame; null where the version cannot carry it (bytes in 1.0.0, or what is no JSON). */
export function encodeBroadcast(vsn: Vsn, topic: string, broadcast: UserBroadcast): Buffer | null {
  const meta = broadcast.meta ? JSON.stringify(broadcast.meta) : ''
  if (vsn === '2.0.0') {
    const fields = [topic, broadcast.event, meta].map((text) => Buffer.from(text))
    if (fields.every((field) => field.length <= MAX_HEADER_FIELD)) {
      const encoding = broadcast.encoding === 'json' ? JSON_ENCODING : BINARY_ENCODING
      const header = [KIND_USER_BROADCAST, ...fields.map((field) => field.length), encoding]
      return buildFrame(Buffer.concat([Buffer.from(header), ...fields, broadcast.body]))
    }
  }
  // Written into the text of a frame: whatever is no JSON could end the message there and begin another.
  if (broadcast.encoding === 'binary' || !isJson(broadcast.body)) return null
  const payload = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.body.toString('utf8')}${meta && `,"meta":${meta}`}}`
  return encodeRaw(vsn, { topic, event: 'broadcast' }, payload)
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
