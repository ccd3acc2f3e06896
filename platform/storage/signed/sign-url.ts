import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { readJson } from '../json-body.ts'
import { findObject, mustBeVersion } from '../objects/object-row.ts'
import { placeOf } from '../objects/read-object.ts'
import { transformFields, writeTransform } from '../render/transform.ts'
import { actorOf, type Handler, type StorageContext } from '../request-context.ts'
import { signGrant } from './url-token.ts'

const expiresIn = z.int({ error: 'must be integer' }).min(1, { error: 'must be >= 1' })
const oneSchema = z.object({
  expiresIn,
  transform: z.object(transformFields).nullish(),
  versionId: z.string({ error: 'must be string' }).nullish(),
})

/** POST /object/sign/{bucket}/{key}: a URL that reads this file without a key until it ends. */
export const signUrl: Handler = async (context) => {
  const actor = await actorOf(context)
  const { bucketId, key } = placeOf(context)
  const { expiresIn: lifetimeSeconds, transform, versionId } = await readJson(context.req.raw, oneSchema)
  const row = await context.env.database.asCaller(actor, (client) => findObject(client, bucketId, key))
  mustBeVersion(row, versionId)
  const transformations = transform ? writeTransform(transform) : ''
  const token = await sign(context, { url: `${bucketId}/${key}`, lifetimeSeconds, transformations })
  const base = transformations === '' ? '/object/sign' : '/render/image/sign'
  return Response.json({ signedURL: `${base}/${bucketId}/${key}?token=${token}` })
}

const manySchema = z.object({
  expiresIn,
  paths: z
    .array(z.string({ error: 'must be string' }), { error: 'must be array' })
    .min(1, { error: 'must NOT have fewer than 1 items' })
    // Each is a signature, some 0.1 ms of one core: a page of any gallery, not a way to keep the process busy.
    .max(1000, { error: 'must NOT have more than 1000 items' }),
})

const UNREADABLE = 'Either the object does not exist or you do not have access to it'

/** POST /object/sign/{bucket}: many at once; a file that the caller may not read gets a reason instead of a URL. */
export const signUrls: Handler = async (context) => {
  const actor = await actorOf(context)
  const bucketId = pathParam(context, 'bucket')
  const { expiresIn: lifetimeSeconds, paths } = await readJson(context.req.raw, manySchema)
  const { rows } = await context.env.database.asCaller(actor, (client) =>
    client.query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any($2)', [
      bucketId,
      paths,
    ]),
  )
  const readable = new Set(rows.map(({ name }) => name))
  const signed = await Promise.all(
    paths.map(async (path) => {
      if (!readable.has(path)) return { error: UNREADABLE, path, signedURL: null }
      const token = await sign(context, { url: `${bucketId}/${path}`, lifetimeSeconds, transformations: '' })
      return { error: null, path, signedURL: `/object/sign/${bucketId}/${path}?token=${token}` }
    }),
  )
  return Response.json(signed)
}

function sign(
  { env: { platform } }: StorageContext,
  { url, lifetimeSeconds, transformations }: { url: string; lifetimeSeconds: number; transformations: string },
): Promise<string> {
  return signGrant({
    tokens: platform.tokens,
    now: platform.now(),
    grant: { url, scope: 'download', ...(transformations === '' ? {} : { transformations }) },
    lifetimeSeconds,
  })
}
