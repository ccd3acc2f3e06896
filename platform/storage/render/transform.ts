import { z } from 'zod'

/** Pixels of one side; a larger wish is brought down to it. */
export const MAX_SIDE = 2500

const RESIZES = ['cover', 'contain', 'fill'] as const
const FORMATS = ['origin', 'avif', 'webp'] as const
const GRAVITIES = ['no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'ce', 'sm', 'fp'] as const
const ONE_OF = { error: 'must be equal to one of the allowed values' }

const whole = z.coerce.number({ error: 'must be integer' }).int({ error: 'must be integer' })
const side = whole
  .min(0, { error: 'must be >= 0' })
  .transform((pixels) => Math.min(pixels, MAX_SIDE))
  .optional()

/** Pixels, or below one a share of the image's side. */
const offset = z.coerce.number({ error: 'must be number' }).min(-10_000).max(10_000).optional()

/** The parameters of a rendered image, in a query or in the body of a signing call. */
export const transformFields = {
  width: side,
  height: side,
  resize: z.enum(RESIZES, ONE_OF).optional(),
  quality: whole.min(20, { error: 'must be >= 20' }).max(100, { error: 'must be <= 100' }).optional(),
  format: z.enum(FORMATS, ONE_OF).optional(),
  gravity: z.enum(GRAVITIES, ONE_OF).optional(),
  x_offset: offset,
  y_offset: offset,
}
export const transformSchema = z.object(transformFields)
export type Transform = z.output<typeof transformSchema>

/** The renderer's names, as Supabase's X-Transformations header shows them. */
const RESIZING_TYPE = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** `height:200,width:200,resizing_type:fill,quality:60` */
export function describeTransform(transform: Transform): string {
  return segments(transform, `resizing_type:${RESIZING_TYPE[transform.resize ?? 'cover']}`).join(',')
}

/** As a signed URL's token keeps it: the caller's own words, so that reading gives the same transform again. */
export function writeTransform(transform: Transform): string {
  return segments(transform, `resize:${transform.resize ?? 'cover'}`, transform.format === 'origin').join(',')
}

export function readTransform(written: string): Transform {
  const pairs = written.split(',').flatMap((segment) => {
    const [name = '', value = '', x, y] = segment.split(':')
    return name === 'gravity' && x !== undefined
      ? [
          ['gravity', value],
          ['x_offset', x],
          ['y_offset', y],
        ]
      : [[name, value]]
  })
  return transformSchema.parse(Object.fromEntries(pairs))
}

function segments(transform: Transform, resizing: string, namesOrigin = false): string[] {
  const { width, height, quality, format, gravity, x_offset, y_offset } = transform
  const hasOffset = x_offset !== undefined || y_offset !== undefined
  return [
    ...(height ? [`height:${height}`] : []),
    ...(width ? [`width:${width}`] : []),
    ...(height || width ? [resizing] : []),
    ...(quality ? [`quality:${quality}`] : []),
    ...(format && (format !== 'origin' || namesOrigin) ? [`format:${format}`] : []),
    ...(gravity ? [`gravity:${gravity}${hasOffset ? `:${x_offset ?? 0}:${y_offset ?? 0}` : ''}`] : []),
  ]
}

export type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** The format of the response: what was asked for, else what the client accepts, else the source's own. */
export function chooseFormat(transform: Transform, accept: string): Format | null {
  if (transform.format === 'webp' || transform.format === 'avif') return transform.format
  if (transform.format === 'origin') return null
  // Browsers accept both, and AVIF costs ten times the work of WebP.
  if (accept.includes('image/webp')) return 'webp'
  return accept.includes('image/avif') ? 'avif' : null
}
