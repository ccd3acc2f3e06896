import { invalidRequest } from '../errors.ts'

/** A file on its way in, with what the client says about it. */
export interface Incoming extends FileFacts {
  chunks: AsyncGenerator<Uint8Array>
  /** What was said behind the file; call it when all chunks were read. */
  lateFacts(): Promise<FileFacts>
}

export interface FileFacts {
  contentType: string
  /** As it will be served, e.g. `max-age=3600`. */
  cacheControl: string
  contentEncoding: string | null
  userMetadata: Record<string, unknown> | null
}

/** User metadata of the x-metadata header: base64 of a JSON object. */
export function metadataHeader(request: Request): Record<string, unknown> | null {
  const encoded = request.headers.get('x-metadata')
  return encoded === null ? null : parseMetadata(Buffer.from(encoded, 'base64').toString('utf8'))
}

/** Bytes of user metadata: it lies in the row, and every listing carries the rows. */
const MAX_METADATA = 64 * 1024

export function parseMetadata(json: string): Record<string, unknown> | null {
  if (json.length > MAX_METADATA) throw invalidRequest('The metadata is too long: at most 64 KB')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw invalidRequest('The metadata is not valid JSON')
  }
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidRequest('The metadata must be a JSON object')
  return { ...value }
}

/** Values that are served as headers later: one short line of printable ASCII. */
export function cleanHeader(value: string): string {
  if (value.length > 255 || !/^[\x20-\x7e]*$/.test(value)) throw invalidRequest('A header value has invalid characters')
  return value
}

/** The field of a form holds seconds; whoever writes a whole header value there gets it as written. */
export function cacheControlField(value: string): string {
  const clean = cleanHeader(value.trim())
  if (clean === '') return 'no-cache'
  return /^\d+$/.test(clean) ? `max-age=${clean}` : clean
}

export function cleanEncoding(value: string | null): string | null {
  if (!value || value === 'identity') return null
  if (!/^(gzip|br|deflate|zstd)$/.test(value))
    throw invalidRequest('The content encoding must be gzip, br, deflate or zstd')
  return value
}
