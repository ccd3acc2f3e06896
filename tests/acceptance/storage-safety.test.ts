import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anonClient, serviceClient, target } from '#tests/support/target.ts'

const storage = serviceClient().storage
const files = `files-${randomUUID()}`
const images = `images-${randomUUID()}`
beforeAll(async () => {
  await storage.createBucket(files, { public: true })
  await storage.createBucket(images, { public: true, allowedMimeTypes: ['image/*'], fileSizeLimit: '100kb' })
})

const upload = (path: string, body: BodyInit, contentType: string | null) => {
  const { url, secretKey } = target()
  const options = {
    method: 'POST',
    headers: { apikey: secretKey, ...(contentType ? { 'content-type': contentType } : {}) },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  }
  return fetch(`${url}/storage/v1/object/${path}`, options)
}

describe('an upload that is too large', () => {
  test('is refused however it comes, and is not there afterwards', async () => {
    const bytes = new Uint8Array(8_000_000)
    const form = new FormData()
    form.append('', new Blob([bytes], { type: 'image/x-own' }))
    for (const body of [bytes, new Blob([bytes]).stream(), form]) {
      const response = await upload(`${images}/large`, body, body === form ? null : 'image/x-own')
      expect(await response.json()).toMatchObject({ statusCode: '413' })
    }
    expect((await storage.from(images).exists('large')).data).toBe(false)
  })
})

describe('an upload that is refused before it was read', () => {
  test('gets its answer, and the requests after it theirs', async () => {
    const visitor = anonClient().storage.from(files)
    const bytes = new Uint8Array(4_000_000)
    for (const body of [bytes, new Blob([bytes])]) {
      for (let turn = 0; turn < 3; turn += 1) {
        expect((await visitor.upload('refused', body)).error).toMatchObject({ statusCode: '403' })
      }
      for (const until = performance.now() + 1_000; performance.now() < until; ) {
        expect((await visitor.list()).error).toBeNull()
      }
    }
  })
})

describe('an upload that is not what it says', () => {
  test.each([
    ['image/png', '<script>alert(1)</script>'],
    ['image/jpeg', '<html><body onload=alert(1)>'],
    ['image/webp', '%PDF-1.7'],
  ])('%s with the content %s is refused where only images may be', async (type, content) => {
    expect(await (await upload(`${images}/x`, content, type)).json()).toMatchObject({ statusCode: '415' })
  })

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'image/png',
  ])('a page as %s is never a page in a browser', async (type) => {
    const name = randomUUID()
    expect((await upload(`${files}/${name}`, '<script>alert(1)</script>', type)).status).toBe(200)
    const { headers } = await fetch(storage.from(files).getPublicUrl(name).data.publicUrl)
    expect(headers.get('content-type')).not.toMatch(/html$|^text\/html/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
  })
})

describe('a decompression bomb', () => {
  test('is refused when it is uploaded', async () => {
    const response = await upload(`${files}/bomb.png`, pngClaiming(40_000, 40_000), 'image/png')
    expect(await response.json()).toMatchObject({ statusCode: '413', message: expect.stringContaining('pixels') })
  })
  test('that may be stored is not rendered, and the server goes on', async () => {
    expect((await upload(`${files}/wide.png`, pngClaiming(9000, 9000), 'image/png')).status).toBe(200)
    const { publicUrl } = storage.from(files).getPublicUrl('wide.png', { transform: { width: 10 } }).data
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(publicUrl)))
    for (const answer of answers) expect(answer.status).toBe(400)
  })
})

describe('a path that wants out', () => {
  const raw = (method: string, path: string) => speak(`${method} ${path} HTTP/1.1`, ['content-length: 1'], 'x')
  test.each([
    `/storage/v1/object/${'BUCKET'}/../../../../etc/passwd`,
    `/storage/v1/object/${'BUCKET'}/%2e%2e/%2e%2e/etc/passwd`,
    `/storage/v1/object/${'BUCKET'}/..%2f..%2f..%2fetc%2fpasswd`,
    `/storage/v1/object/${'BUCKET'}/a%00.png`,
    `/storage/v1/object/${'BUCKET'}/..%5c..%5cwindows`,
    `/storage/v1/object/public/${'BUCKET'}/..%2f..%2f..%2f..%2fetc%2fpasswd`,
  ])('%s stores and shows nothing', async (path) => {
    const real = path.replace('BUCKET', files)
    for (const method of ['POST', 'GET']) {
      const answer = await raw(method, real)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
      expect(answer).not.toContain('root:')
    }
  })

  test('is no name to move or copy to, and no name to delete', async () => {
    await storage.from(files).upload('stays.txt', 'x')
    for (const name of ['../out.txt', 'a/../../out.txt', '/etc/./passwd', 'a\\b', 'a\0b', '']) {
      expect((await storage.from(files).move('stays.txt', name)).error?.message).toContain('Invalid key')
      expect((await storage.from(files).copy('stays.txt', name)).error?.message).toContain('Invalid key')
      expect((await storage.from(files).remove([name])).data ?? []).toEqual([])
    }
    expect((await storage.from(files).exists('stays.txt')).data).toBe(true)
  })
})

describe('slow clients', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  test('that never finish their uploads keep nobody waiting', async () => {
    const { hostname, port } = new URL(target().url)
    const head = (index: number) =>
      [
        `POST /storage/v1/object/${files}/slow-${index} HTTP/1.1`,
        `host: ${hostname}`,
        `apikey: ${target().secretKey}`,
        'content-type: text/plain',
        'content-length: 100000',
        '',
        'the first bytes, and then nothing',
      ].join('\r\n')
    for (let index = 0; index < 60; index += 1) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await new Promise<void>((resolve) => socket.write(head(index), () => resolve()))
      sockets.push(socket)
    }
    for (let index = 0; index < 20; index += 1) {
      expect((await storage.from(files).upload(`quick-${index}`, 'x')).error).toBeNull()
    }
    expect((await storage.from(files).list('', { search: 'slow' })).data).toEqual([])
  })
})

/** One request written by hand: a client library would tidy the path up. */
function speak(line: string, headers: string[], body: string): Promise<string> {
  const { hostname, port } = new URL(target().url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    const head = [line, `host: ${hostname}`, `apikey: ${target().secretKey}`, 'connection: close', ...headers]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

/** A PNG whose header claims a size: a few hundred bytes on the wire, gigabytes once decoded. */
function pngClaiming(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return [ends.subarray(0, 4), named, ends.subarray(4)]
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.alloc(100_000))
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks.flat()]))
}
