import { findBucket } from '../buckets/bucket.ts'
import { noSuchBucket } from '../errors.ts'
import { type Exchange, type Handler, param } from '../exchange.ts'
import { mustBeValidKey } from '../names.ts'
import { findObject, type ObjectRow } from './object-row.ts'
import { serveObject } from './serve-object.ts'

const STORED = { kind: 'stored' } as const

/** GET|HEAD /object/public/{bucket}/{key}: needs no key; a private bucket looks like none. */
export const readPublicObject: Handler = async (exchange) => serveObject(exchange, await findPublic(exchange), STORED)

/** GET|HEAD /object/{bucket}/{key}: a public bucket's file for everyone, another's for whom the policies show it. */
export const readObject: Handler = async (exchange) => serveObject(exchange, await findReadable(exchange), STORED)

/** GET|HEAD /object/authenticated/{bucket}/{key}: as above, and never without a valid token. */
export const readAuthenticatedObject: Handler = async (exchange) => {
  await exchange.caller()
  return serveObject(exchange, await findReadable(exchange), STORED)
}

export async function findPublic(exchange: Exchange): Promise<ObjectRow> {
  const { bucketId, key } = placeOf(exchange)
  const bucket = await findBucket(exchange.database, bucketId)
  if (!bucket.public) throw noSuchBucket()
  return exchange.database.asOwner((client) => findObject(client, bucketId, key))
}

export async function findReadable(exchange: Exchange): Promise<ObjectRow> {
  const { bucketId, key } = placeOf(exchange)
  const bucket = await findBucket(exchange.database, bucketId)
  if (bucket.public) return exchange.database.asOwner((client) => findObject(client, bucketId, key))
  return exchange.database.asCaller(await exchange.actor(), (client) => findObject(client, bucketId, key))
}

export function placeOf(exchange: Exchange): { bucketId: string; key: string } {
  return { bucketId: param(exchange, 'bucket'), key: mustBeValidKey(param(exchange, 'key')) }
}
