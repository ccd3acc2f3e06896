import { invalidSignature } from '../errors.ts'
import { findObject, type ObjectRow } from '../objects/object-row.ts'
import { placeOf } from '../objects/read-object.ts'
import { type Freshness, serveObject } from '../objects/serve-object.ts'
import { type Handler, type StorageContext, urlOf } from '../request-context.ts'
import { checkGrant, type Grant } from './url-token.ts'

/** GET|HEAD /object/sign/{bucket}/{key}?token=: the signer's right to read was checked when it was signed. */
export const readSigned: Handler = async (context) => {
  const { find, grant } = await openGrant(context)
  // Whoever may see a small image may not therefore have the original.
  if (grant.transformations) throw invalidSignature()
  return serveObject(context, find, untilEnd(grant))
}

/** Checks the token of the URL; `find` then looks its file up, whatever the policies say of whoever holds the URL. */
export async function openGrant(context: StorageContext): Promise<{ grant: Grant; find: () => Promise<ObjectRow> }> {
  const { bucketId, key } = placeOf(context)
  const { tokens, now } = context.env.platform
  const token = urlOf(context).searchParams.get('token')
  const grant = await checkGrant({ tokens, now: now(), token, path: `${bucketId}/${key}`, scope: 'download' })
  return { grant, find: () => context.env.database.asOwner((client) => findObject(client, bucketId, key)) }
}

export function untilEnd(grant: Grant): Freshness {
  return { kind: 'until', time: new Date(grant.exp * 1000) }
}
