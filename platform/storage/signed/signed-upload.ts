import { findBucket } from '../buckets/bucket.ts'
import { placeOf } from '../objects/read-object.ts'
import { askPolicies, receiveObject } from '../objects/receive-object.ts'
import type { Handler } from '../request-context.ts'
import { checkGrant, signGrant } from './url-token.ts'

/** Seconds; Supabase's two hours. */
const LIFETIME_SECONDS = 7200

/** POST /object/upload/sign/{bucket}/{key}: a URL that uploads this one file without a key. */
export const signUpload: Handler = async (exchange) => {
  const actor = await exchange.actor()
  const { bucketId, key } = placeOf(exchange)
  const upsert = exchange.request.headers.get('x-upsert') === 'true'
  const owner = actor.caller.claims.sub
  await findBucket(exchange.database, bucketId)
  const facts = { contentType: 'application/octet-stream', cacheControl: '', contentEncoding: null, userMetadata: null }
  await askPolicies(
    exchange,
    { bucketId, key, mode: upsert ? 'upsert' : 'create', actor, ownerId: owner },
    facts,
    undefined,
  )
  const token = await signGrant({
    tokens: exchange.context.tokens,
    now: exchange.context.now(),
    grant: { url: `${bucketId}/${key}`, scope: 'upload', upsert, ...(owner ? { owner } : {}) },
    lifetimeSeconds: LIFETIME_SECONDS,
  })
  return Response.json({ url: `/object/upload/sign/${bucketId}/${key}?token=${token}`, token })
}

/** PUT /object/upload/sign/{bucket}/{key}?token=: what the token says about owner and replacing counts, no header. */
export const uploadSigned: Handler = async (exchange) => {
  const { bucketId, key } = placeOf(exchange)
  const { tokens, now } = exchange.context
  const token = exchange.url.searchParams.get('token')
  const grant = await checkGrant({ tokens, now: now(), token, path: `${bucketId}/${key}`, scope: 'upload' })
  const mode = grant.upsert ? 'upsert' : 'create'
  await receiveObject(exchange, { bucketId, key, mode, actor: null, ownerId: grant.owner })
  return Response.json({ Key: `${bucketId}/${key}` })
}
