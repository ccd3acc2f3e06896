import { timingSafeEqual } from 'node:crypto'
import { clockSkewed, expired, invalidArgument, invalidCredentials, signatureMismatch, unsigned } from '../errors.ts'
import { canonicalRequest, type Scope, scopeText, sha256, sign, signingKey } from './canonical-request.ts'
import type { Query } from './query.ts'

/** What a request says of its own signature (Signature Version 4). */
export interface Signature {
  place: 'header' | 'query' | 'form'
  accessKey: string
  scope: Scope
  /** 20261122T101500Z */
  time: string
  /** Lower case, in their order; empty for a form. */
  signedHeaders: string[]
  /** 64 hexadecimal digits. */
  signature: string
  sessionToken: string | undefined
  /** Seconds a presigned address is good for. */
  expires: number | undefined
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** Milliseconds; S3's own. A recorded request is of no use after this. */
const MAX_SKEW_MS = 15 * 60 * 1000
/** Seconds; S3's own: a week. */
const MAX_EXPIRES = 604_800

/** The signature of a request's header or of its query; refuses one that has neither, or both. */
export function readSignature(headers: Headers, query: Query): Signature {
  const authorization = headers.get('authorization')
  const isHeader = authorization?.startsWith(`${ALGORITHM} `) ?? false
  const isQuery = query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')
  if (isHeader && isQuery) throw invalidArgument('Only one authentication mechanism is allowed: header or query.')
  // Another kind of Authorization beside a presigned address is somebody else's business (a proxy's, a browser's).
  if (isQuery) return fromQuery(query)
  if (isHeader) return fromHeader(authorization ?? '', headers)
  throw unsigned('The request is not signed. Sign it with an S3 client, Signature Version 4.')
}

function fromHeader(authorization: string, headers: Headers): Signature {
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((field) => {
        const equals = field.indexOf('=')
        return [field.slice(0, equals).trim(), field.slice(equals + 1).trim()] as const
      }),
  )
  return {
    place: 'header',
    ...readCredential(fields.get('Credential')),
    time: readTime(headers.get('x-amz-date') ?? undefined),
    signedHeaders: readNames(fields.get('SignedHeaders')),
    signature: readDigits(fields.get('Signature')),
    sessionToken: headers.get('x-amz-security-token') ?? undefined,
    expires: undefined,
  }
}

function fromQuery(query: Query): Signature {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) throw invalidCredentials(`X-Amz-Algorithm must be ${ALGORITHM}.`)
  const expires = Number(query.get('X-Amz-Expires'))
  if (!Number.isInteger(expires) || expires < 1 || expires > MAX_EXPIRES) {
    throw invalidCredentials(`X-Amz-Expires must be a number from 1 to ${MAX_EXPIRES}.`)
  }
  return {
    place: 'query',
    ...readCredential(query.get('X-Amz-Credential')),
    time: readTime(query.get('X-Amz-Date')),
    signedHeaders: readNames(query.get('X-Amz-SignedHeaders')),
    signature: readDigits(query.get('X-Amz-Signature')),
    sessionToken: query.get('X-Amz-Security-Token'),
    expires,
  }
}

/** The signature of a form (POST policy): its fields are those of the query in lower case. */
export function signatureOfForm(fields: ReadonlyMap<string, string>): Signature {
  if (fields.get('x-amz-algorithm') !== ALGORITHM) throw unsigned(`x-amz-algorithm must be ${ALGORITHM}.`)
  return {
    place: 'form',
    ...readCredential(fields.get('x-amz-credential')),
    time: readTime(fields.get('x-amz-date')),
    signedHeaders: [],
    signature: readDigits(fields.get('x-amz-signature')),
    sessionToken: fields.get('x-amz-security-token'),
    expires: undefined,
  }
}

function readCredential(text: string | undefined): Pick<Signature, 'accessKey' | 'scope'> {
  // From its end: an access key may contain a slash.
  const [, accessKey, date, region] = /^(.{1,256})\/(\d{8})\/([\w-]{1,64})\/s3\/aws4_request$/.exec(text ?? '') ?? []
  if (!accessKey || !date || !region) {
    throw invalidCredentials('The credential must be <access key>/<YYYYMMDD>/<region>/s3/aws4_request.')
  }
  return { accessKey, scope: { date, region } }
}

function readTime(text: string | undefined): string {
  if (!text || !/^\d{8}T\d{6}Z$/.test(text) || Number.isNaN(millisecondsOf(text))) {
    throw unsigned('The date of the request (x-amz-date) is missing or not of the form 20261122T101500Z.')
  }
  return text
}

function readNames(text: string | undefined): string[] {
  const names = (text ?? '').split(';')
  if (!names.every((name) => /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) || new Set(names).size < names.length) {
    throw invalidCredentials('The list of signed headers is missing or malformed.')
  }
  return names
}

function readDigits(text: string | undefined): string {
  if (!/^[0-9a-f]{64}$/.test(text ?? '')) throw invalidCredentials('The signature must be 64 hexadecimal digits.')
  return text ?? ''
}

function millisecondsOf(time: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Refuses a signature that is too old, of the future, or whose key is of another day than the request. */
export function mustBeTimely({ place, time, scope, expires }: Signature, now: Date): void {
  if (!time.startsWith(scope.date)) throw invalidCredentials('The date of the credential is not that of the request.')
  const age = now.getTime() - millisecondsOf(time)
  if (age < -MAX_SKEW_MS) throw clockSkewed()
  // A form says itself until when it is good.
  if (place === 'form') return
  if (expires === undefined && age > MAX_SKEW_MS) throw clockSkewed()
  if (expires !== undefined && age > expires * 1000) throw expired()
}

export interface Signed {
  method: string
  headers: Headers
  segments: readonly string[]
  query: Query
  /** Hosts under which clients may know this service, the request's own first. */
  hosts: readonly string[]
  payloadHash: string
}

/** The key that a request was signed with, among those it may have been. Refuses one that fits none. */
export function verifySignature(signature: Signature, signed: Signed, secrets: readonly string[]): Buffer {
  mustSignWhatMatters(signature, signed.headers)
  for (const secret of secrets) {
    const key = signingKey(secret, signature.scope)
    for (const host of signed.hosts) {
      const headers = signature.signedHeaders.map(
        (name) => [name, name === 'host' ? host : (signed.headers.get(name) ?? '')] as const,
      )
      const hash = sha256(canonicalRequest({ ...signed, headers }))
      const text = [ALGORITHM, signature.time, scopeText(signature.scope), hash].join('\n')
      if (sameDigits(sign(key, text), signature.signature)) return key
    }
  }
  throw signatureMismatch()
}

/** The key that signed a form's policy. */
export function verifyPolicy(signature: Signature, policy: string, secrets: readonly string[]): void {
  const keys = secrets.map((secret) => signingKey(secret, signature.scope))
  if (!keys.some((key) => sameDigits(sign(key, policy), signature.signature))) throw signatureMismatch()
}

/** Constant time: a signature must not be found digit by digit. */
export function sameDigits(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** Put on the way by content delivery networks and the like, and without any effect here. */
const NOT_OURS = new Set(['x-amz-cf-id', 'x-amz-user-agent', 'x-amz-content-sha256'])

/** Whoever holds a signed request must not be able to add to what it does. */
function mustSignWhatMatters({ place, signedHeaders }: Signature, headers: Headers): void {
  if (!signedHeaders.includes('host')) throw unsigned('The host header must be signed.')
  if (place === 'header' && !signedHeaders.includes('x-amz-date')) throw unsigned('x-amz-date must be signed.')
  const forgotten = [...headers.keys()].find(
    (name) => name.startsWith('x-amz-') && !NOT_OURS.has(name) && !signedHeaders.includes(name),
  )
  if (forgotten) throw unsigned(`There were headers present in the request which were not signed: ${forgotten}`)
}
