import { createHash, type Hash } from 'node:crypto'
import { chunksOf } from '../../upload/body-stream.ts'
import { scopeText, sha256, sign } from '../auth/canonical-request.ts'
import { type Signature, sameDigits } from '../auth/signature.ts'
import {
  badBodyHash,
  badDigest,
  incompleteBody,
  invalidArgument,
  invalidDigest,
  malformedTrailer,
  notImplemented,
  signatureMismatch,
  unsigned,
} from '../errors.ts'
import { CHECKSUMS, type Checksum } from './checksum.ts'
import { type ChunkWatch, dechunk } from './chunked.ts'

const UNSIGNED = 'UNSIGNED-PAYLOAD'
const STREAMING: Readonly<Record<string, { signed: boolean; trailed: boolean }>> = {
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, trailed: true },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, trailed: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, trailed: true },
}

/** What the signature covers of the body: its hash, or the name of how else it is guarded. */
export function payloadHashOf({ place }: Signature, headers: Headers, contentHash: string | undefined): string {
  const hash = place === 'query' ? (contentHash ?? UNSIGNED) : headers.get('x-amz-content-sha256')
  if (!hash) throw unsigned('Missing required header for this request: x-amz-content-sha256')
  if (/^[0-9a-f]{64}$/.test(hash) || hash === UNSIGNED || hash in STREAMING) return hash
  if (hash.startsWith('STREAMING-')) throw notImplemented(`The payload signature ${hash.slice(0, 64)}`)
  throw invalidArgument('x-amz-content-sha256 must be a SHA-256 hash, UNSIGNED-PAYLOAD or a streaming mode.')
}

export interface BodyGuard {
  request: Request
  signature: Signature
  key: Buffer
  payloadHash: string
}

export interface VerifiedBody {
  /** As announced, without framing; undefined where the sender did not say. */
  length: number | undefined
  /** Ends with an error, never with the last byte, when anything about the body is not as it was signed or said. */
  chunks(): AsyncGenerator<Uint8Array>
  /** Headers of the checksums that held, for the response. */
  checksums: Record<string, string>
}

export function verifiedBody(guard: BodyGuard): VerifiedBody {
  const { headers } = guard.request
  const streaming = STREAMING[guard.payloadHash]
  const length = lengthOf(headers, streaming ? 'x-amz-decoded-content-length' : 'content-length')
  if (streaming && length === undefined) throw unsigned('x-amz-decoded-content-length is missing.')
  const expected = expectedChecksums(headers)
  const checksums: Record<string, string> = {}
  return { length, checksums, chunks: () => check({ guard, streaming, length, expected, checksums }) }
}

interface Check {
  guard: BodyGuard
  streaming: { signed: boolean; trailed: boolean } | undefined
  length: number | undefined
  expected: Map<string, string | null>
  checksums: Record<string, string>
}

async function* check({ guard, streaming, length, expected, checksums }: Check): AsyncGenerator<Uint8Array> {
  const { request, payloadHash } = guard
  const running = new Map([...expected.keys()].flatMap((name) => runningOf(name)))
  const raw = request.body ? chunksOf(request.body) : empty()
  const source = streaming ? dechunk(raw, { ...streaming, watch: watchOf(guard, streaming, expected) }) : raw
  const hash = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : null
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (length !== undefined && size > length) throw incompleteBody()
    hash?.update(chunk)
    for (const checksum of running.values()) checksum.update(chunk)
    yield chunk
  }
  if (length !== undefined && size !== length) throw incompleteBody()
  if (hash && !sameDigits(hash.digest('hex'), payloadHash)) throw badBodyHash()
  for (const [name, checksum] of running) {
    const digest = checksum.digest()
    if (expected.get(name) !== digest) throw badDigest(name)
    if (name !== 'content-md5') checksums[name] = digest
  }
}

function runningOf(name: string): [string, Checksum][] {
  const make = CHECKSUMS[name]
  return make ? [[name, make()]] : []
}

/** Checksums by name; null for one that the trailer will tell. */
function expectedChecksums(headers: Headers): Map<string, string | null> {
  const expected = new Map<string, string | null>()
  for (const name of Object.keys(CHECKSUMS)) {
    const value = headers.get(name)
    if (value === null) continue
    if (!/^[A-Za-z0-9+/]{6,64}={0,2}$/.test(value)) throw invalidDigest(name)
    expected.set(name, value)
  }
  for (const name of announcedTrailers(headers)) {
    if (!name.startsWith('x-amz-checksum-')) continue
    if (!(name in CHECKSUMS)) throw notImplemented(`The checksum ${name.slice(0, 64)}`)
    expected.set(name, null)
  }
  return expected
}

function announcedTrailers(headers: Headers): string[] {
  const header = headers.get('x-amz-trailer')
  return header === null ? [] : header.split(',').map((name) => name.trim().toLowerCase())
}

function watchOf(
  { request, signature, key }: BodyGuard,
  { signed, trailed }: { signed: boolean; trailed: boolean },
  expected: Map<string, string | null>,
): ChunkWatch {
  const announced = announcedTrailers(request.headers)
  if (trailed && announced.length === 0) throw malformedTrailer()
  let previous = signature.signature
  let hash: Hash | null = signed ? createHash('sha256') : null
  /** Each chunk's signature covers the one before it, so none can be left out, doubled or moved. */
  const follow = (kind: string, given: string | undefined, ...hashes: string[]) => {
    const text = [`AWS4-HMAC-SHA256-${kind}`, signature.time, scopeText(signature.scope), previous, ...hashes].join(
      '\n',
    )
    const own = sign(key, text)
    if (given === undefined || !sameDigits(own, given)) throw signatureMismatch()
    previous = own
  }
  return {
    data(bytes) {
      hash?.update(bytes)
    },
    chunkEnd(given) {
      if (!hash) return
      follow('PAYLOAD', given, sha256(''), hash.digest('hex'))
      hash = createHash('sha256')
    },
    end(trailers) {
      const own = [...trailers].filter(([name]) => name !== 'x-amz-trailer-signature')
      if (own.length !== announced.length || !own.every(([name]) => announced.includes(name))) {
        if (trailed || own.length > 0) throw malformedTrailer()
      }
      if (signed && trailed) {
        const text = own.map(([name, value]) => `${name}:${value}\n`).join('')
        follow('TRAILER', trailers.get('x-amz-trailer-signature'), sha256(text))
      }
      for (const [name, value] of own) if (expected.has(name)) expected.set(name, value)
    },
  }
}

function lengthOf(headers: Headers, name: string): number | undefined {
  const header = headers.get(name)
  return header === null || !/^\d{1,15}$/.test(header) ? undefined : Number(header)
}

async function* empty(): AsyncGenerator<Uint8Array> {}
