import { findBucketWith } from '../../buckets/bucket.ts'
import { removeBucket } from '../../buckets/delete-bucket.ts'
import { ownerColumns } from '../../caller.ts'
import { mustBeValidBucket } from '../../names.ts'
import { invalidArgument } from '../errors.ts'
import { amzHeader, type S3Context, type S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'

const ACLS = ['private', 'public-read']

/** CreateBucket: private, or with the ACL public-read one whose files everybody may read. */
export const createBucket: S3Handler = async (context) => {
  const { bucket, actor, database } = context
  const acl = amzHeader(context, 'x-amz-acl') ?? 'private'
  if (!ACLS.includes(acl)) throw invalidArgument(`x-amz-acl must be one of ${ACLS.join(', ')}.`)
  const id = mustBeValidBucket(bucket)
  // The body may name a region, which means nothing here; it is read because it was signed.
  for await (const _ of context.body.chunks());
  const { owner, ownerId } = ownerColumns(actor.caller.claims.sub)
  await database.asCaller(actor, (client) =>
    client.query('insert into storage.buckets (id, name, owner, owner_id, public) values ($1, $1, $2, $3, $4)', [
      id,
      owner,
      ownerId,
      acl === 'public-read',
    ]),
  )
  return new Response(null, { headers: { location: `/${encodeURIComponent(id)}` } })
}

/** DeleteBucket: only an empty one, and only if the caller's policies let it go. */
export const deleteBucket: S3Handler = async (context) => {
  await removeBucket(context, context.actor, context.bucket)
  return new Response(null, { status: 204 })
}

export const headBucket: S3Handler = async (context) => {
  await findOwn(context)
  return new Response(null, { headers: { 'x-amz-bucket-region': regionOf(context) } })
}

export const getBucketLocation: S3Handler = async (context) => {
  await findOwn(context)
  return xmlResponse('LocationConstraint', regionOf(context))
}

/** Files have one version here: versioning was never switched on. */
export const getBucketVersioning: S3Handler = async (context) => {
  await findOwn(context)
  return xmlResponse('VersioningConfiguration', {})
}

function findOwn({ database, actor, bucket }: S3Context) {
  return database.asCaller(actor, (client) => findBucketWith(client, bucket))
}

function regionOf({ platform }: S3Context): string {
  return platform.config.storage.s3_protocol.region
}
