import { createHash } from 'node:crypto'
import { featureNotEnabled, preconditionFailed, tooLarge } from '../errors.ts'
import { readQuery } from '../json-body.ts'
import { judgeConditions } from '../objects/conditions.ts'
import { withCurrentVersion } from '../objects/current-version.ts'
import type { ObjectRow } from '../objects/object-row.ts'
import { findPublic, findReadable } from '../objects/read-object.ts'
import { type Freshness, freshnessHeader, validatorsOf } from '../objects/serve-object.ts'
import { servingHeaders } from '../objects/serving-headers.ts'
import { callerOf, type Handler, type StorageContext, urlOf } from '../request-context.ts'
import { openGrant, untilEnd } from '../signed/read-signed.ts'
import { chooseFormat, describeTransform, readTransform, type Transform, transformSchema } from './transform.ts'

/** Bytes of a source image; Supabase's limit. It is held in memory while it is decoded. */
const MAX_SOURCE_BYTES = 25 * 1024 * 1024

/** GET /render/image/public/{bucket}/{key} */
export const renderPublic: Handler = async (context) => {
  const transform = readQuery(urlOf(context), transformSchema)
  return render(context, { find: () => findPublic(context), transform, freshness: { kind: 'stored' } })
}

/** GET /render/image/authenticated/{bucket}/{key} */
export const renderAuthenticated: Handler = async (context) => {
  const transform = readQuery(urlOf(context), transformSchema)
  await callerOf(context)
  return render(context, { find: () => findReadable(context), transform, freshness: { kind: 'stored' } })
}

/** GET /render/image/sign/{bucket}/{key}?token=: the transform is the token's, whatever the query says. */
export const renderSigned: Handler = async (context) => {
  const { find, grant } = await openGrant(context)
  const transform = grant.transformations ? readTransform(grant.transformations) : {}
  return render(context, { find, transform, freshness: untilEnd(grant) })
}

interface Wish {
  find: () => Promise<ObjectRow>
  transform: Transform
  freshness: Freshness
}

async function render(context: StorageContext, wish: Wish): Promise<Response> {
  if (!context.env.platform.config.storage.image_transformation.enabled) throw featureNotEnabled('image transformation')
  return withCurrentVersion(context.env, wish.find, (row) => renderRow(context, row, wish))
}

async function renderRow(context: StorageContext, row: ObjectRow, { transform, freshness }: Wish): Promise<Response> {
  const { renderQueue, store } = context.env
  const request = context.req.raw
  const url = urlOf(context)
  if ((row.metadata?.size ?? 0) > MAX_SOURCE_BYTES) throw tooLarge()
  const format = chooseFormat(transform, request.headers.get('accept') ?? '')
  const { lastModified, etag: sourceTag } = validatorsOf(row)
  const etag = `"${createHash('md5')
    .update(`${sourceTag} ${JSON.stringify(transform)} ${format}`)
    .digest('hex')}"`
  const headers = {
    etag,
    'last-modified': lastModified.toUTCString(),
    'x-transformations': describeTransform(transform),
    vary: 'Accept',
    ...freshnessHeader(row, freshness),
  }
  const verdict = judgeConditions(request.headers, { etag, lastModified })
  if (verdict === 'not-modified') return new Response(null, { status: 304, headers })
  if (verdict === 'failed') throw preconditionFailed()

  const { bytes, type } = await renderQueue.run(async () => {
    const source = await new Response(await store.read(row.version ?? '')).bytes()
    // Loads libvips with the first image, not with the start.
    const { renderImage } = await import('./render-image.ts')
    return renderImage(source, transform, format)
  })
  return new Response(bytes, {
    headers: {
      ...headers,
      ...servingHeaders(type, url.searchParams.get('download')),
      'content-length': String(bytes.byteLength),
    },
  })
}
