import { z } from 'zod'
import { noSuchBucket, noSuchKey } from '../errors.ts'
import { mustBeValidKey } from '../names.ts'
import { type Exchange, type Handler, param } from '../request-context.ts'
import { findObject, mustBeVersion, OBJECT_COLUMNS, type ObjectRow, parseObject } from './object-row.ts'
import { serveObject } from './serve-object.ts'

const STORED = { kind: 'stored' } as const

/** GET|HEAD /object/public/{bucket}/{key}: needs no key; a private bucket looks like none. */
export const readPublicObject: Handler = async (exchange) => serveObject(exchange, () => findPublic(exchange), STORED)

/** GET|HEAD /object/{bucket}/{key}: a public bucket's file for everyone, another's for whom the policies show it. */
export const readObject: Handler = async (exchange) => serveObject(exchange, () => findReadable(exchange), STORED)

/** GET|HEAD /object/authenticated/{bucket}/{key}: as above, and never without a valid token. */
export const readAuthenticatedObject: Handler = async (exchange) => {
  await exchange.caller()
  return serveObject(exchange, () => findReadable(exchange), STORED)
}

export async function findPublic(exchange: Exchange): Promise<ObjectRow> {
  const { isPublic, row } = await lookUp(exchange)
  if (!isPublic) throw noSuchBucket()
  return wanted(exchange, row)
}

export async function findReadable(exchange: Exchange): Promise<ObjectRow> {
  const { isPublic, row } = await lookUp(exchange)
  if (isPublic) return wanted(exchange, row)
  const { bucketId, key } = placeOf(exchange)
  const found = await exchange.database.asCaller(await exchange.actor(), (client) => findObject(client, bucketId, key))
  return wanted(exchange, found)
}

function wanted({ url }: Exchange, row: ObjectRow | null): ObjectRow {
  if (!row) throw noSuchKey()
  return mustBeVersion(row, url.searchParams.get('versionId'))
}

const FILE_COLUMNS = OBJECT_COLUMNS.split(', ').map((column) => `file.${column}`)
const FILE_WITH_BUCKET = `
  select bucket.public as is_public, ${FILE_COLUMNS}
  from storage.buckets as bucket
  left join storage.objects as file on file.bucket_id = bucket.id and file.name = $2
  where bucket.id = $1`
const foundSchema = z.object({ is_public: z.boolean().nullable(), id: z.string().nullable() })

/** Bucket and file at once: what a public file costs is this one statement. Not yet what the caller may see. */
async function lookUp(exchange: Exchange): Promise<{ isPublic: boolean; row: ObjectRow | null }> {
  const { bucketId, key } = placeOf(exchange)
  const statement = { name: 'storage_file', text: FILE_WITH_BUCKET, values: [bucketId, key] }
  const [found] = await exchange.database.lookUp(statement)
  if (found === undefined) throw noSuchBucket()
  const { is_public, id } = foundSchema.parse(found)
  return { isPublic: is_public === true, row: id === null ? null : parseObject(found) }
}

export function placeOf(exchange: Exchange): { bucketId: string; key: string } {
  return { bucketId: param(exchange, 'bucket'), key: mustBeValidKey(param(exchange, 'key')) }
}
