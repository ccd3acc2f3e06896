import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_KEY, type TestS3, testS3 } from '../testing/test-s3.ts'
import { SERVICE } from '../testing/test-service.ts'
import { canonicalRequest, scopeText, sha256, sign, signingKey } from './auth/canonical-request.ts'
import { Query } from './auth/query.ts'

let s3: TestS3
beforeAll(async () => {
  s3 = await testS3()
  await (await s3.storage.client(SERVICE)).createBucket('files')
})
afterAll(() => s3.stop())

const REGION = 'local'
const timeOf = (date: Date) => date.toISOString().replace(/[:-]|\.\d{3}/g, '')

interface Wish {
  method?: string
  path?: string
  search?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  payloadHash?: string
  secret?: string
  accessKey?: string
  date?: Date
  scopeDate?: string
  /** Headers that are sent and not signed. */
  unsigned?: Record<string, string>
  /** Left out of the signed ones. */
  leaveOut?: string[]
  /** Changes the request once it is signed. */
  tamper?: (request: { url: string; headers: Record<string, string> }) => void
}

/** A request signed by hand: what a client does, and what a client would never do. */
function signed(wish: Wish) {
  const { method = 'GET', path = '/files/x', search = '', date = new Date(), leaveOut = [] } = wish
  const payloadHash = wish.payloadHash ?? sha256(wish.body ?? '')
  const time = timeOf(date)
  const scope = { date: wish.scopeDate ?? time.slice(0, 8), region: REGION }
  const url = `${s3.http.url}/s3${path}${search}`
  const all: Record<string, string> = {
    host: new URL(url).host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
    ...wish.headers,
  }
  const names = Object.keys(all)
    .filter((name) => !leaveOut.includes(name))
    .sort()
  const segments = `storage/v1/s3${path}`.split('/').map(decodeURIComponent)
  const canonical = canonicalRequest({
    method,
    segments,
    query: new Query(search),
    headers: names.map((name) => [name, all[name] ?? ''] as const),
    payloadHash,
  })
  const key = signingKey(wish.secret ?? ACCESS_KEY.secretAccessKey, scope)
  const signature = sign(key, ['AWS4-HMAC-SHA256', time, scopeText(scope), sha256(canonical)].join('\n'))
  const credential = `${wish.accessKey ?? ACCESS_KEY.accessKeyId}/${scopeText(scope)}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  const { host: _, ...headers }: Record<string, string> = { ...all, ...wish.unsigned, authorization }
  const request = { url, headers }
  wish.tamper?.(request)
  return { ...request, method, key, time, scope, signature }
}

async function send(wish: Wish): Promise<[number, string]> {
  const { url, headers, method } = signed(wish)
  return answerOf(await fetch(url, { method, headers, ...(wish.body === undefined ? {} : { body: wish.body }) }))
}
async function answerOf(response: Response): Promise<[number, string]> {
  const text = await response.text()
  return [response.status, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? text]
}
const put = (wish: Wish = {}) => send({ method: 'PUT', path: `/files/${randomUUID()}`, body: 'hello', ...wish })

describe('a signed request', () => {
  test('is answered', async () => {
    expect(await put()).toEqual([200, ''])
    expect(await put({ payloadHash: 'UNSIGNED-PAYLOAD' })).toEqual([200, ''])
  })

  test.each<[string, Wish, string]>([
    ['with another secret', { secret: 'other' }, 'SignatureDoesNotMatch'],
    ['with an unknown key', { accessKey: 'other' }, 'InvalidAccessKeyId'],
    ['a quarter of an hour old', { date: new Date(Date.now() - 16 * 60_000) }, 'RequestTimeTooSkewed'],
    ['of the future', { date: new Date(Date.now() + 16 * 60_000) }, 'RequestTimeTooSkewed'],
    ['with the key of another day', { scopeDate: '20200101' }, 'AuthorizationHeaderMalformed'],
    ['whose host is not signed', { leaveOut: ['host'] }, 'AccessDenied'],
    ['whose date is not signed', { leaveOut: ['x-amz-date'] }, 'AccessDenied'],
    ['with a header of Amazon that is not signed', { unsigned: { 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
    ['with metadata that is not signed', { unsigned: { 'x-amz-meta-a': 'b' } }, 'AccessDenied'],
    ['with another body', { payloadHash: sha256('other') }, 'XAmzContentSHA256Mismatch'],
    ['without a hash of its body', { payloadHash: '' }, 'AccessDenied'],
    [
      'with a payload signature of a kind not known',
      { payloadHash: 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD' },
      'NotImplemented',
    ],
    ['with two signatures', { search: '?X-Amz-Signature=0&X-Amz-Algorithm=AWS4-HMAC-SHA256' }, 'InvalidArgument'],
    ['with a parameter twice', { search: '?a=1', tamper: (it) => (it.url = `${it.url}&a=2`) }, 'InvalidArgument'],
    ['sent to another path', { tamper: (it) => (it.url = `${it.url}y`) }, 'SignatureDoesNotMatch'],
    ['with another query', { tamper: (it) => (it.url = `${it.url}?versionId=1`) }, 'SignatureDoesNotMatch'],
    [
      'with its signature cut',
      { tamper: (it) => (it.headers.authorization = it.headers.authorization?.slice(0, -1) ?? '') },
      'AuthorizationHeaderMalformed',
    ],
    ['with no signature', { tamper: (it) => delete it.headers.authorization }, 'AccessDenied'],
    [
      'with a bearer token',
      { tamper: (it) => (it.headers.authorization = `Bearer ${s3.storage.context.tokens.forRole('service_role')}`) },
      'AccessDenied',
    ],
    ['with a checksum that is wrong', { headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } }, 'BadDigest'],
    ['with a checksum that is none', { headers: { 'content-md5': '?' } }, 'InvalidDigest'],
  ])('%s is refused', async (_, wish, code) => {
    const path = `/files/${randomUUID()}`
    expect((await put({ path, ...wish }))[1]).toBe(code)
    const { rows } = await s3.storage.db.pools.owner.query('select 1 from storage.objects where name = $1', [
      path.slice(7),
    ])
    expect(rows).toEqual([])
  })

  test.each([
    ['/files/..%2F..%2Fetc', 400],
    ['/files/a%2F..%2Fb', 400],
    ['/files/%2e%2e%2fb', 400],
    ['/files/a%00b', 400],
    ['/files%2Fx/y', 404],
    ['//x', 405],
  ])('for %s is refused', async (path, status) => {
    expect((await put({ path }))[0]).toBe(status)
  })

  test('whose path the address resolves is another request', async () => {
    expect(await put({ path: '/files/a/../b' })).toEqual([403, 'SignatureDoesNotMatch'])
  })

  test.each([
    '?acl',
    '?policy',
    '?lifecycle',
    '?cors',
    '?website',
    '?versions',
  ])('for %s is not served', async (search) => {
    expect(await send({ path: '/files', search })).toEqual([501, 'NotImplemented'])
  })

  test('asks for a page of at most a thousand, whatever it says', async () => {
    const { url, headers } = signed({ path: '/files', search: '?max-keys=2000000' })
    expect(await (await fetch(url, { headers })).text()).toContain('<MaxKeys>1000</MaxKeys>')
    expect(await send({ path: '/files', search: '?max-keys=-1' })).toEqual([400, 'InvalidArgument'])
    expect(await send({ path: '/files', search: '?max-keys=x' })).toEqual([400, 'InvalidArgument'])
  })

  test('deletes nothing for XML that is none', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb">]><Delete><Object><Key>&b;</Key></Object></Delete>'
    for (const body of [bomb, '<Delete/>', 'x', '<Delete><Object><Key>a</Delete>']) {
      expect(await send({ method: 'POST', path: '/files', search: '?delete', body })).toEqual([400, 'MalformedXML'])
    }
    const huge = new Uint8Array(5 * 1024 * 1024)
    expect((await send({ method: 'POST', path: '/files', search: '?delete', body: huge }))[0]).toBe(413)
  })
})

describe('a body in signed chunks', () => {
  const CHUNK = 'x'.repeat(8192)
  interface Framing {
    chunks?: string[]
    trailer?: string
    trailers?: string
    /** What is done to the frames once they are signed. */
    change?: (frames: string[]) => string[]
    length?: number
  }
  const stream = async ({ chunks = [CHUNK, 'the end'], trailer, trailers, change = (it) => it, length }: Framing) => {
    const path = `/files/${randomUUID()}`
    const request = signed({
      method: 'PUT',
      path,
      payloadHash: `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${trailer === undefined ? '' : '-TRAILER'}`,
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': String(length ?? chunks.join('').length),
        ...(trailer === undefined ? {} : { 'x-amz-trailer': trailer }),
      },
    })
    let previous = request.signature
    const follow = (kind: string, ...hashes: string[]) => {
      const lines = [`AWS4-HMAC-SHA256-${kind}`, request.time, scopeText(request.scope), previous, ...hashes]
      previous = sign(request.key, lines.join('\n'))
      return previous
    }
    const frames = [...chunks, ''].map((chunk) => {
      const head = `${chunk.length.toString(16)};chunk-signature=${follow('PAYLOAD', sha256(''), sha256(chunk))}`
      return chunk === '' ? `${head}\r\n` : `${head}\r\n${chunk}\r\n`
    })
    if (trailers)
      frames.push(`${trailers}\r\nx-amz-trailer-signature:${follow('TRAILER', sha256(`${trailers}\n`))}\r\n`)
    const body = `${change(frames).join('')}\r\n`
    const outcome = await answerOf(await fetch(request.url, { method: 'PUT', headers: request.headers, body }))
    const stored = await (await s3.storage.client(SERVICE)).from('files').info(path.slice('/files/'.length))
    return [...outcome, stored.data?.size]
  }

  test('is taken apart, with and without a checksum behind it', async () => {
    expect(await stream({})).toEqual([200, '', 8199])
    expect(await stream({ chunks: [] })).toEqual([200, '', 0])
    const trailers = 'x-amz-checksum-crc32:y/Q5Jg=='
    const trailer = 'x-amz-checksum-crc32'
    expect(await stream({ chunks: ['123456789'], trailer, trailers })).toEqual([200, '', 9])
  })

  test.each<[string, Framing, string]>([
    [
      'with a changed chunk',
      { change: (it) => it.map((frame) => frame.replace('the end', 'the eve')) },
      'SignatureDoesNotMatch',
    ],
    ['without its first chunk', { change: (it) => it.slice(1), length: 7 }, 'SignatureDoesNotMatch'],
    ['with a chunk twice', { change: ([a = '', ...it]) => [a, a, ...it], length: 16391 }, 'SignatureDoesNotMatch'],
    ['that ends early', { change: (it) => it.slice(0, 1) }, 'IncompleteBody'],
    ['without its last chunk', { change: (it) => [...it.slice(0, 1), ...it.slice(2)] }, 'SignatureDoesNotMatch'],
    ['of another length than was said', { length: 8198 }, 'IncompleteBody'],
    ['longer than was said', { length: 9000 }, 'IncompleteBody'],
    ['in crumbs', { chunks: ['a', 'b'] }, 'InvalidChunkSizeError'],
    [
      'with a size that is none',
      { change: ([a = '', ...it]) => [a.replace(/^2000/, '2g00'), ...it] },
      'IncompleteBody',
    ],
    [
      'with unsigned chunks',
      { change: (it) => it.map((frame) => frame.replace(/;chunk-signature=\w+/, '')) },
      'IncompleteBody',
    ],
    ['with something behind it', { change: (it) => [...it, 'more\r\n'] }, 'IncompleteBody'],
    ['without the trailer it announced', { trailer: 'x-amz-checksum-crc32' }, 'MalformedTrailerError'],
    [
      'with a trailer whose checksum is wrong',
      { trailer: 'x-amz-checksum-crc32', trailers: 'x-amz-checksum-crc32:AAAAAA==' },
      'BadDigest',
    ],
    [
      'with a trailer changed on its way',
      {
        chunks: ['123456789'],
        trailer: 'x-amz-checksum-crc32',
        trailers: 'x-amz-checksum-crc32:y/Q5Jg==',
        change: (it) => it.map((frame) => frame.replace('y/Q5Jg==', 'AAAAAA==')),
      },
      'SignatureDoesNotMatch',
    ],
  ])('%s is refused, and nothing is kept', async (_, framing, code) => {
    const [, given, size] = await stream(framing)
    expect([given, size]).toEqual([code, undefined])
    expect(await s3.unnamedVersions()).toEqual([])
  })
})
