import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { noSuchBucket, noSuchKey } from '../errors.ts'
import { mustBeValidKey } from '../names.ts'
import { actorOf, callerOf, type Handler, type StorageContext, urlOf } from '../request-context.ts'
import { findObject, mustBeVersion, OBJECT_COLUMNS, type ObjectRow, parseObject } from './object-row.ts'
import { serveObject } from './serve-object.ts'

const STORED = { kind: 'stored' } as const

/** GET|HEAD /object/public/{bucket}/{key}: needs no key; a private bucket looks like none. */
export const readPublicObject: Handler = async (context) => serveObject(context, () => findPublic(context), STORED)

/** GET|HEAD /object/{bucket}/{key}: a public bucket's file for everyone, another's for whom the policies show it. */
export const readObject: Handler = async (context) => serveObject(context, () => findReadable(context), STORED)

/** GET|HEAD /object/authenticated/{bucket}/{key}: as above, and never without a valid token. */
export const readAuthenticatedObject: Handler = async (context) => {
  await callerOf(context)
  return serveObject(context, () => findReadable(context), STORED)
}

export async function findPublic(context: StorageContext): Promise<ObjectRow> {
  const { isPublic, row } = await lookUp(context)
  if (!isPublic) throw noSuchBucket()
  return wanted(context, row)
}

export async function findReadable(context: StorageContext): Promise<ObjectRow> {
  const { isPublic, row } = await lookUp(context)
  if (isPublic) return wanted(context, row)
  const { bucketId, key } = placeOf(context)
  const found = await context.env.database.asCaller(await actorOf(context), (client) =>
    findObject(client, bucketId, key),
  )
  return wanted(context, found)
}

function wanted(context: StorageContext, row: ObjectRow | null): ObjectRow {
  if (!row) throw noSuchKey()
  return mustBeVersion(row, urlOf(context).searchParams.get('versionId'))
}

const FILE_COLUMNS = OBJECT_COLUMNS.split(', ').map((column) => `file.${column}`)
const FILE_WITH_BUCKET = `
  select bucket.public as is_public, ${FILE_COLUMNS}
  from storage.buckets as bucket
  left join storage.objects as file on file.bucket_id = bucket.id and file.name = $2
  where bucket.id = $1`
const foundSchema = z.object({ is_public: z.boolean().nullable(), id: z.string().nullable() })

/** Bucket and file at once: what a public file costs is this one statement. Not yet what the caller may see. */
async function lookUp(context: StorageContext): Promise<{ isPublic: boolean; row: ObjectRow | null }> {
  const { bucketId, key } = placeOf(context)
  const statement = { name: 'storage_file', text: FILE_WITH_BUCKET, values: [bucketId, key] }
  const [found] = await context.env.database.lookUp(statement)
  if (found === undefined) throw noSuchBucket()
  const { is_public, id } = foundSchema.parse(found)
  return { isPublic: is_public === true, row: id === null ? null : parseObject(found) }
}

export function placeOf(context: StorageContext): { bucketId: string; key: string } {
  return { bucketId: pathParam(context, 'bucket'), key: mustBeValidKey(pathParam(context, 'key')) }
}
