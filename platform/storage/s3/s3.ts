import { commonFailure } from '../../kernel/common-failures.ts'
import type { Call } from '../../kernel/service.ts'
import type { Actor } from '../database.ts'
import { COMMON, internalError, noSuchKey, StorageError } from '../errors.ts'
import { fromPostgres } from '../postgres-errors.ts'
import type { StorageParts } from '../request-context.ts'
import { type CredentialOptions, credentialsOf } from './auth/credentials.ts'
import { Query } from './auth/query.ts'
import { mustBeTimely, readSignature, verifySignature } from './auth/signature.ts'
import { payloadHashOf, verifiedBody } from './body/verified-body.ts'
import { invalidArgument, methodNotAllowed, renderS3Error } from './errors.ts'
import { findOperation } from './operations.ts'
import { postForm } from './post-form.ts'

export type S3Service = (request: Request, call: Call) => Promise<Response>

/** `/s3`: the S3 protocol over the same buckets, files and policies. Every request is signed; errors are XML. */
export function createS3(parts: StorageParts, options: CredentialOptions): S3Service {
  return async (request, call) => {
    const { pathname } = new URL(request.url)
    try {
      const response = await respond({ parts, options, request, call })
      response.headers.set('x-amz-request-id', call.requestId)
      return response
    } catch (error) {
      const known = error instanceof StorageError ? error : (fromPostgres(error) ?? commonFailure(error, COMMON))
      if (!known || known.statusCode >= 500) {
        parts.platform.log.error({ err: error, requestId: call.requestId }, 'an S3 request failed')
      }
      const resource = pathname.slice('/s3'.length)
      const where = { method: request.method, resource, requestId: call.requestId }
      return renderS3Error(known ?? internalError(), where)
    }
  }
}

interface Incoming {
  parts: StorageParts
  options: CredentialOptions
  request: Request
  call: Call
}

async function respond({ parts, options, request, call }: Incoming): Promise<Response> {
  const url = new URL(request.url)
  const { platform } = parts
  const segments = decodeSegments(url.pathname)
  const query = new Query(url.search)
  const { bucket, key } = placeOf(segments)
  const actorOf = (name: string, caller: Actor['caller']): Actor => ({
    caller,
    operation: { name, method: request.method, path: url.pathname, headers: request.headers },
  })
  if (isForm(request) && bucket !== '' && key === '' && !query.has('delete')) {
    return postForm({ parts, options, request, bucket, actorOf: (caller) => actorOf('storage.s3.upload', caller) })
  }

  const signature = readSignature(request.headers, query)
  mustBeTimely(signature, platform.now())
  const credentials = credentialsOf(signature, options)
  const payloadHash = payloadHashOf(signature, request.headers, query.get('X-Amz-Content-Sha256'))
  const mount = call.mountPath.split('/').filter((segment) => segment !== '')
  const signed = {
    method: request.method,
    headers: request.headers,
    segments: [...mount, ...segments],
    query,
    hosts: hostsOf(request.headers, platform.publicUrl),
    payloadHash,
  }
  const signingKey = verifySignature(signature, signed, credentials.secrets)
  const caller = await credentials.caller()

  const operation = findOperation(request, query, key !== '' ? 'object' : bucket !== '' ? 'bucket' : 'service')
  return operation.handler({
    ...parts,
    request,
    call,
    query,
    bucket,
    key,
    actor: actorOf(operation.name, caller),
    body: verifiedBody({ request, signature, key: signingKey, payloadHash }),
  })
}

/** The path, decoded once: what was signed and what is acted upon cannot be two readings of it. */
function decodeSegments(pathname: string): string[] {
  try {
    return pathname.slice(1).split('/').map(decodeURIComponent)
  } catch {
    throw invalidArgument('The path is not percent-encoded UTF-8.')
  }
}

/** `/s3/<bucket>/<key>`; the key is everything behind the second slash, as it stands. */
function placeOf([root, bucket = '', ...rest]: string[]): { bucket: string; key: string } {
  if (root !== 's3') throw noSuchKey()
  if (bucket === '' && rest.length > 0) throw methodNotAllowed()
  return { bucket, key: rest.join('/') }
}

function isForm({ method, headers }: Request): boolean {
  return method === 'POST' && /^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')
}

/** A proxy in front may tell us its own name for us; the client signed the public one. */
function hostsOf(headers: Headers, publicUrl: string): string[] {
  const host = headers.get('host')
  return [...new Set([...(host === null ? [] : [host]), new URL(publicUrl).host])]
}
