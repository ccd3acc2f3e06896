import type { Call } from '../../kernel/service.ts'
import type { Actor } from '../database.ts'
import type { StorageParts } from '../request-context.ts'
import { cleanHeader } from '../upload/file-facts.ts'
import type { Query } from './auth/query.ts'
import type { VerifiedBody } from './body/verified-body.ts'

/** One signed request on its way through an operation of S3. */
export interface S3Context extends StorageParts {
  request: Request
  call: Call
  query: Query
  /** Empty where the operation has none. */
  bucket: string
  key: string
  /** Verified, with what policies see of this request. */
  actor: Actor
  body: VerifiedBody
}

export type S3Handler = (context: S3Context) => Promise<Response>

/** An `x-amz-…` header; clients that presign move it into the query. */
export function amzHeader({ request, query }: S3Context, name: string): string | undefined {
  return request.headers.get(name) ?? query.get(name)
}

/** Lower-case names, without `x-amz-meta-`. */
export function userMetadataOf({ request, query }: S3Context): Record<string, string> | null {
  const prefix = 'x-amz-meta-'
  const pairs = [...query.pairs, ...request.headers]
    .filter(([name]) => name.toLowerCase().startsWith(prefix) && name.length > prefix.length)
    .map(([name, value]) => [name.slice(prefix.length).toLowerCase(), cleanHeader(value)] as const)
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
