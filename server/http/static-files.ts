import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import type { HeaderList } from '#platform'
import { hasEtag } from '../page-cache/cached-page.ts'
import { type Encoding, preferredEncoding } from '../page-cache/encodings.ts'

export interface StaticFiles {
  /** Answers when the path is one of the built files. */
  hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean
}

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** Their names carry a hash of their content: a changed file is another file. */
const HASHED_FOLDER = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

interface StaticFile {
  etag: string
  headers: string[]
  /** Where the address says which version of the file it means. */
  lastingHeaders: string[]
  variants: Partial<Record<Encoding, { path: string; size: number }>>
}

export interface StaticFilesOptions {
  securityHeaders: HeaderList
  /** What this build's pages write behind the addresses of its own images, as `?v=`. */
  version?: string | undefined
  /** What stands before the files' names in their addresses, such as `/admin`. */
  prefix?: string
  /** Every file's name carries a hash of its content. */
  lasting?: boolean
}

/**
 * The files of the built site, listed once at start, so that a request can name one of them and nothing else on the
 * disk. `x.js.br` and `x.js.gz` beside `x.js` (scripts/build.ts writes them) are its compressed forms.
 */
export async function openStaticFiles(folder: string, options: StaticFilesOptions): Promise<StaticFiles> {
  const files = await listFiles(folder, options)
  const versionQuery = options.version === undefined ? null : `?v=${options.version}`

  function hit(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url) return false
    const question = request.url.indexOf('?')
    const file = files.get(question < 0 ? request.url : request.url.slice(0, question))
    if (!file) return false
    // An older page's images, or a newer one's while processes are exchanged, are given but not for ever.
    const isThisVersion = question >= 0 && request.url.slice(question) === versionQuery
    send({ file, headers: isThisVersion ? file.lastingHeaders : file.headers, request, response, requestId })
    return true
  }

  return { hit }
}

async function listFiles(
  folder: string,
  { securityHeaders, prefix = '', lasting = false }: StaticFilesOptions,
): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  const files = new Map<string, StaticFile>()
  for (const path of names) {
    if (isCompressedForm(path, names)) continue
    const name = path.slice(folder.length).split('/').map(encodeURIComponent).join('/')
    files.set(prefix + name, await describe({ path, name, names, securityHeaders, lasting }))
  }
  return files
}

function isCompressedForm(path: string, names: Set<string>): boolean {
  return (path.endsWith('.br') || path.endsWith('.gz')) && names.has(path.slice(0, -3))
}

interface DescribeOptions {
  path: string
  name: string
  names: Set<string>
  securityHeaders: HeaderList
  lasting: boolean
}

async function describe({ path, name, names, securityHeaders, lasting }: DescribeOptions): Promise<StaticFile> {
  const variants: StaticFile['variants'] = { identity: { path, size: (await stat(path)).size } }
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (names.has(path + suffix)) variants[encoding] = { path: path + suffix, size: (await stat(path + suffix)).size }
  }
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('base64url')
    .slice(0, 27)
  const etag = `W/"${hash}"`
  const immutable = lasting || name.startsWith(HASHED_FOLDER)
  const headersFor = (cacheControl: string) => [
    ...securityHeaders.flat(),
    'content-type',
    CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'cache-control',
    cacheControl,
    'etag',
    etag,
    ...(variants.br || variants.gzip ? ['vary', 'accept-encoding'] : []),
  ]
  const headers = headersFor(immutable ? FOR_EVER : 'public, max-age=3600, stale-while-revalidate=86400')
  return { etag, headers, lastingHeaders: headersFor(FOR_EVER), variants }
}

interface SendOptions {
  file: StaticFile
  headers: string[]
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

function send({ file, headers, request, response, requestId }: SendOptions) {
  const known = request.headers['if-none-match']
  if (known !== undefined && hasEtag(known, file.etag)) {
    response.writeHead(304, [...headers, 'x-request-id', requestId])
    response.end()
    return
  }
  const wanted = preferredEncoding(request.headers['accept-encoding'])
  const encoding = file.variants[wanted] ? wanted : 'identity'
  const variant = file.variants[encoding]
  if (!variant) throw new Error('Every static file has its identity form.')
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  const length = ['content-length', String(variant.size)]
  response.writeHead(200, [...headers, ...encoded, ...length, 'x-request-id', requestId])
  if (request.method === 'HEAD') response.end()
  // A visitor who leaves, or a file that vanished under us, ends the connection: there is nobody to tell.
  else pipeline(createReadStream(variant.path), response, () => {})
}
