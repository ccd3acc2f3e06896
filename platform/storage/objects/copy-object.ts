import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findBucket } from '../buckets/bucket.ts'
import { readJson } from '../json-body.ts'
import { mustBeValidKey } from '../names.ts'
import { isRefusal } from '../postgres-errors.ts'
import { actorOf, type Handler, type StorageContext, type StorageParts } from '../request-context.ts'
import { cleanHeader, metadataHeader } from '../upload/file-facts.ts'
import { withCurrentVersion } from './current-version.ts'
import { transferSchema } from './move-object.ts'
import { findObject, mustBeVersion, type ObjectRow } from './object-row.ts'
import { mustBeAllowedIn } from './receive-object.ts'
import { removeVersions } from './remove-versions.ts'
import { type NewRow, tryRow, type WriteMode, writeRow } from './write-row.ts'

const text = z.string({ error: 'must be string' })
const bodySchema = transferSchema.extend({
  copyMetadata: z.boolean({ error: 'must be boolean' }).nullish(),
  metadata: z.object({ cacheControl: text.optional(), mimetype: text.optional() }).nullish(),
})
type CopyBody = z.output<typeof bodySchema>

/** POST /object/copy: an independent copy; the caller must see the source and may write the destination. */
export const copyObject: Handler = async (context) => {
  const actor = await actorOf(context)
  const body = await readJson(context.req.raw, bodySchema)
  const bucketId = body.destinationBucket ?? body.bucketId
  const key = mustBeValidKey(body.destinationKey)
  const mode = context.req.raw.headers.get('x-upsert') === 'true' ? 'upsert' : 'create'
  const bucket = await findBucket(context.env.database, bucketId)
  const findSource = async () => {
    const sourceKey = mustBeValidKey(body.sourceKey)
    const source = await context.env.database.asCaller(actor, (client) => findObject(client, body.bucketId, sourceKey))
    return mustBeVersion(source, body.sourceVersionId)
  }
  const copy = await withCurrentVersion(context.env, findSource, async (source) => {
    const row: NewRow = {
      bucketId,
      name: key,
      ownerId: actor.caller.claims.sub,
      version: randomUUID(),
      ...describeCopy(context, source, body),
    }
    mustBeAllowedIn(context.env, bucket, row.metadata)
    await context.env.database.tryAsCaller(actor, (client) => tryRow(client, row, mode))
    return keepCopy(context.env, source, row, mode)
  })
  return Response.json({ ...copy, Id: copy.id, Key: `${bucketId}/${key}` })
}

/** Type and cache rule come from the source unless the caller brings others; the type then is what it is told to be. */
function describeCopy(context: StorageContext, source: ObjectRow, body: CopyBody) {
  const copyMetadata = body.copyMetadata ?? true
  const now = new Date(Math.floor(context.env.platform.now().getTime() / 1000) * 1000)
  const own = { ...source.metadata, lastModified: now.toISOString() }
  if (copyMetadata) return { metadata: own, userMetadata: metadataHeader(context.req.raw) ?? source.user_metadata }
  const { cacheControl, mimetype } = body.metadata ?? {}
  return {
    metadata: {
      ...own,
      ...(cacheControl === undefined ? {} : { cacheControl: cleanHeader(cacheControl) }),
      ...(mimetype === undefined ? {} : { mimetype: cleanHeader(mimetype) }),
    },
    userMetadata: metadataHeader(context.req.raw),
  }
}

/** Copies the bytes and makes the row that names them, both allowed before. */
export async function keepCopy(
  parts: StorageParts,
  source: ObjectRow,
  row: NewRow,
  mode: WriteMode,
): Promise<ObjectRow> {
  const { store, database } = parts
  await store.copy(source.version ?? '', row.version)
  try {
    const written = await database.asOwner(async (client) => ({
      ...(await writeRow(client, row, mode)),
      copy: await findObject(client, row.bucketId, row.name),
    }))
    await removeVersions(parts, [{ version: written.replaced }])
    return written.copy
  } catch (error) {
    if (isRefusal(error)) await removeVersions(parts, [{ version: row.version }])
    throw error
  }
}
