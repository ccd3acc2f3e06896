import { findBucket } from '../buckets/bucket.ts'
import { placeOf } from '../objects/read-object.ts'
import { askPolicies, receiveObject } from '../objects/receive-object.ts'
import { actorOf, type Handler, urlOf } from '../request-context.ts'
import { checkGrant, signGrant } from './url-token.ts'

/** Seconds; Supabase's two hours. */
const LIFETIME_SECONDS = 7200

/** POST /object/upload/sign/{bucket}/{key}: a URL that uploads this one file without a key. */
export const signUpload: Handler = async (context) => {
  const actor = await actorOf(context)
  const { bucketId, key } = placeOf(context)
  const upsert = context.req.raw.headers.get('x-upsert') === 'true'
  const owner = actor.caller.claims.sub
  await findBucket(context.env.database, bucketId)
  const facts = { contentType: 'application/octet-stream', cacheControl: '', contentEncoding: null, userMetadata: null }
  await askPolicies(
    context.env,
    { bucketId, key, mode: upsert ? 'upsert' : 'create', actor, ownerId: owner },
    facts,
    undefined,
  )
  const token = await signGrant({
    tokens: context.env.platform.tokens,
    now: context.env.platform.now(),
    grant: { url: `${bucketId}/${key}`, scope: 'upload', upsert, ...(owner ? { owner } : {}) },
    lifetimeSeconds: LIFETIME_SECONDS,
  })
  return Response.json({ url: `/object/upload/sign/${bucketId}/${key}?token=${token}`, token })
}

/** PUT /object/upload/sign/{bucket}/{key}?token=: what the token says about owner and replacing counts, no header. */
export const uploadSigned: Handler = async (context) => {
  const { bucketId, key } = placeOf(context)
  const { tokens, now } = context.env.platform
  const token = urlOf(context).searchParams.get('token')
  const grant = await checkGrant({ tokens, now: now(), token, path: `${bucketId}/${key}`, scope: 'upload' })
  const mode = grant.upsert ? 'upsert' : 'create'
  await receiveObject(context, { bucketId, key, mode, actor: null, ownerId: grant.owner })
  return Response.json({ Key: `${bucketId}/${key}` })
}
