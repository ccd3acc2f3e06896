/** What a conditional request (RFC 9110 §13) comes to. */
export type Verdict = 'send' | 'not-modified' | 'failed'

export interface Validators {
  /** Quoted. */
  etag: string
  lastModified: Date
}

export function judgeConditions(headers: Headers, { etag, lastModified }: Validators): Verdict {
  const ifMatch = headers.get('if-match')
  if (ifMatch !== null && !lists(ifMatch, etag)) return 'failed'
  const unmodifiedSince = dateOf(headers.get('if-unmodified-since'))
  if (ifMatch === null && unmodifiedSince !== null && seconds(lastModified) > unmodifiedSince) return 'failed'
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return lists(ifNoneMatch, etag) ? 'not-modified' : 'send'
  const modifiedSince = dateOf(headers.get('if-modified-since'))
  if (modifiedSince !== null && seconds(lastModified) <= modifiedSince) return 'not-modified'
  return 'send'
}

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/** The one range that is asked for; null for the whole file, 'unsatisfiable' when it lies outside. */
export function readRange(
  headers: Headers,
  size: number,
  { etag, lastModified }: Validators,
): ByteRange | null | 'unsatisfiable' {
  const header = headers.get('range')
  if (header === null) return null
  const ifRange = headers.get('if-range')
  if (ifRange !== null && ifRange !== etag && dateOf(ifRange) !== seconds(lastModified)) return null
  // Several ranges at once, and other units, may be answered with the whole (RFC 9110 §14.2).
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim())
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

function lists(header: string, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => weak(tag) === etag)
}

function dateOf(header: string | null): number | null {
  const time = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(time) ? null : Math.floor(time / 1000)
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
