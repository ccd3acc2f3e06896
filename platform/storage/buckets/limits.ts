import { z } from 'zod'
import { invalidFileSizeLimit, invalidMimeType, tooLarge } from '../errors.ts'

const SIZE = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb)?$/i
/** Decimal, as Supabase reads them: 20mb is 20,000,000 bytes. */
const UNIT: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }

const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/i

/** The two limits that a bucket may carry. Absent keys stay as they are, null lifts the limit. */
export const limitFields = {
  file_size_limit: z
    .union([z.int({ error: 'must be integer' }).nonnegative({ error: 'must be >= 0' }), z.string()], {
      error: 'must be integer or string',
    })
    .nullish(),
  allowed_mime_types: z.array(z.string({ error: 'must be string' }), { error: 'must be array' }).nullish(),
}

/** Bytes of a limit written as a number or as "20mb"; never more than the whole service allows. */
export function parseSizeLimit(limit: number | string | null | undefined, globalLimit: number): number | null {
  if (limit === null || limit === undefined || limit === '') return null
  const bytes = typeof limit === 'number' ? limit : parseSize(limit)
  if (bytes > globalLimit) throw tooLarge()
  return bytes
}

function parseSize(text: string): number {
  const match = SIZE.exec(text.trim().slice(0, 40))
  const amount = Number(match?.[1])
  if (!match || !Number.isFinite(amount)) throw invalidFileSizeLimit()
  return Math.floor(amount * (UNIT[(match[2] ?? 'b').toLowerCase()] ?? 1))
}

export function parseMimeTypes(types: string[] | null | undefined): string[] | null {
  const wrong = types?.find((type) => !MIME_TYPE.test(type) && type !== '*/*')
  if (wrong !== undefined) throw invalidMimeType(wrong.slice(0, 200))
  return types ?? null
}

/** Whether a bucket takes this content type; parameters such as charset do not count. */
export function allowsType(allowed: string[] | null, contentType: string): boolean {
  if (!allowed || allowed.length === 0) return true
  const [type = ''] = contentType.toLowerCase().split(';')
  const wanted = type.trim()
  return allowed.some((entry) => {
    const [pattern = ''] = entry.toLowerCase().split(';')
    if (pattern === '*/*') return true
    return pattern.endsWith('/*') ? wanted.startsWith(pattern.slice(0, -1)) : wanted === pattern.trim()
  })
}
