import { createHash, createHmac } from 'node:crypto'
import type { Query } from './query.ts'

/** RFC 3986: everything but unreserved characters is percent-encoded, as Signature Version 4 has it. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export interface CanonicalRequest {
  method: string
  /** Decoded segments of the path, the gateway's prefix included. */
  segments: readonly string[]
  query: Query
  headers: readonly (readonly [name: string, value: string])[]
  payloadHash: string
}

/** The text that both sides hash (AWS, "Create a signed request"; S3 encodes its path once and never normalises it). */
export function canonicalRequest({ method, segments, query, headers, payloadHash }: CanonicalRequest): string {
  const parameters = query.pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  return [
    method,
    `/${segments.map(encodeRfc3986).join('/')}`,
    parameters.map(([name, value]) => `${name}=${value}`).join('&'),
    ...headers.map(([name, value]) => `${name}:${value.trim().replace(/ {2,}/g, ' ')}`),
    '',
    headers.map(([name]) => name).join(';'),
    payloadHash,
  ].join('\n')
}

/** By code unit: locale orders differ between machines. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export interface Scope {
  /** YYYYMMDD */
  date: string
  region: string
}

export function scopeText({ date, region }: Scope): string {
  return `${date}/${region}/s3/aws4_request`
}

export function signingKey(secret: string, { date, region }: Scope): Buffer {
  return [date, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secret}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Hexadecimal. */
export function sign(key: Buffer, text: string): string {
  return hmac(key, text).toString('hex')
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
