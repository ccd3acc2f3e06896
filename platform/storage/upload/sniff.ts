/** Bytes that are enough to recognise every type below. */
export const SNIFF_BYTES = 64

interface Signature {
  type: string
  fits: (head: Uint8Array) => boolean
}

/** ISO media files say what they are in the brand behind 'ftyp'. */
const brand = (head: Uint8Array) => (ascii(head, 4, 4) === 'ftyp' ? ascii(head, 8, 4) : '')
const starts =
  (...bytes: number[]) =>
  (head: Uint8Array) =>
    bytes.every((byte, index) => head[index] === byte)
const reads =
  (text: string, offset = 0) =>
  (head: Uint8Array) =>
    ascii(head, offset, text.length) === text

const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', fits: starts(0xff, 0xd8, 0xff) },
  { type: 'image/png', fits: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/gif', fits: (head) => /^GIF8[79]a$/.test(ascii(head, 0, 6)) },
  { type: 'image/webp', fits: (head) => reads('RIFF')(head) && reads('WEBP', 8)(head) },
  { type: 'image/avif', fits: (head) => ['avif', 'avis'].includes(brand(head)) },
  { type: 'image/heic', fits: (head) => ['heic', 'heix', 'hevc', 'mif1', 'msf1'].includes(brand(head)) },
  { type: 'image/tiff', fits: (head) => starts(0x49, 0x49, 0x2a, 0)(head) || starts(0x4d, 0x4d, 0, 0x2a)(head) },
  { type: 'image/bmp', fits: reads('BM') },
  { type: 'image/x-icon', fits: starts(0, 0, 1, 0) },
  { type: 'application/pdf', fits: reads('%PDF-') },
  { type: 'application/zip', fits: (head) => reads('PK')(head) && [3, 5, 7].includes(head[2] ?? 0) },
  { type: 'application/gzip', fits: starts(0x1f, 0x8b) },
  { type: 'video/webm', fits: starts(0x1a, 0x45, 0xdf, 0xa3) },
  { type: 'audio/ogg', fits: reads('OggS') },
  { type: 'audio/wav', fits: (head) => reads('RIFF')(head) && reads('WAVE', 8)(head) },
  { type: 'audio/flac', fits: reads('fLaC') },
  { type: 'audio/mpeg', fits: (head) => reads('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) },
  { type: 'font/woff', fits: reads('wOFF') },
  { type: 'font/woff2', fits: reads('wOF2') },
  { type: 'video/mp4', fits: (head) => brand(head) !== '' },
]

/** The type that the first bytes show, or null when they show none of those known here. */
export function sniff(head: Uint8Array): string | null {
  return SIGNATURES.find((signature) => signature.fits(head))?.type ?? null
}

/** Other names of the types above. A declared type that is not among the keys or above is not checked. */
const SHOWS_AS: Record<string, readonly string[]> = {
  'image/jpg': ['image/jpeg'],
  'image/pjpeg': ['image/jpeg'],
  'image/apng': ['image/png'],
  'image/heif': ['image/heic', 'image/avif'],
  'image/vnd.microsoft.icon': ['image/x-icon'],
  'application/x-gzip': ['application/gzip'],
  'audio/mp4': ['video/mp4'],
  'audio/x-m4a': ['video/mp4'],
  'audio/webm': ['video/webm'],
  'audio/x-wav': ['audio/wav'],
  'audio/mp3': ['audio/mpeg'],
  'video/ogg': ['audio/ogg'],
  'video/quicktime': ['video/mp4'],
  'video/x-matroska': ['video/webm'],
}

/** Images that every browser shows and that carry no script. */
export const RASTER_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
])

export interface Judgement {
  /** What the file is stored as. */
  type: string
  /** Whether the bytes are what the client said, as far as that can be told. */
  honest: boolean
}

/**
 * What a file is stored as. A type that can be recognised must be: an image under another image's name gets its true
 * name (Supabase takes it, so it is not refused), anything else becomes application/octet-stream, which no browser runs.
 */
export function judgeType(declared: string, head: Uint8Array): Judgement {
  const essence = essenceOf(declared)
  const expected = SHOWS_AS[essence] ?? (SIGNATURES.some(({ type }) => type === essence) ? [essence] : null)
  if (!expected) return { type: declared, honest: true }
  const shown = sniff(head)
  if (shown !== null && expected.includes(shown)) return { type: declared, honest: true }
  if (shown !== null && RASTER_TYPES.has(shown) && essence.startsWith('image/')) return { type: shown, honest: true }
  return { type: 'application/octet-stream', honest: false }
}

/** A content type without its parameters. */
export function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function ascii(head: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...head.subarray(offset, offset + length))
}
