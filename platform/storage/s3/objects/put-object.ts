import { preconditionFailed, StorageError } from '../../errors.ts'
import { receiveFile, type Stored } from '../../objects/receive-object.ts'
import { fromPostgres } from '../../postgres-errors.ts'
import { cleanEncoding, cleanHeader, type FileFacts } from '../../upload/file-facts.ts'
import { notImplemented } from '../errors.ts'
import { type S3Context, type S3Handler, userMetadataOf } from '../request-context.ts'

/** PutObject: makes the file or replaces it, as far as the policies allow the one or the other. */
export const putObject: S3Handler = async (context) => {
  const { request, body, bucket, key, actor } = context
  const mode = writeModeOf(request.headers)
  const facts = factsOf(context)
  const target = { bucketId: bucket, key, mode, actor, ownerId: actor.caller.claims.sub }
  const arrival = {
    announced: body.length,
    isForm: false,
    open: async () => ({ ...facts, chunks: body.chunks(), lateFacts: async () => facts }),
  }
  const { metadata } = await receiveFile(context, target, arrival).catch((error: unknown) => {
    throw mode === 'create' ? takenIsFailed(error) : error
  })
  return new Response(null, { headers: { etag: etagOf(metadata), ...body.checksums } })
}

/** `If-None-Match: *` makes a file only where there is none. */
export function writeModeOf(headers: Headers): 'create' | 'replace' {
  if (headers.has('if-match')) throw notImplemented('Writing with if-match')
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null && ifNoneMatch !== '*') throw notImplemented('Writing with if-none-match other than *')
  return ifNoneMatch === null ? 'replace' : 'create'
}

export function takenIsFailed(error: unknown): unknown {
  const known = error instanceof StorageError ? error : fromPostgres(error)
  return known?.code === 'KeyAlreadyExists' ? preconditionFailed() : error
}

export function etagOf({ eTag }: Stored['metadata']): string {
  return eTag ?? ''
}

/** What the request's headers say of a file. */
export function factsOf(context: S3Context): FileFacts {
  const { headers } = context.request
  const encodings = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim())
  return {
    contentType: cleanHeader(headers.get('content-type') || 'application/octet-stream'),
    cacheControl: cleanHeader(headers.get('cache-control') || 'no-cache'),
    // The framing of the body is taken off; what is left is the file's own.
    contentEncoding: cleanEncoding(encodings.filter((name) => name !== 'aws-chunked' && name !== '').join(',')),
    userMetadata: userMetadataOf(context),
  }
}
