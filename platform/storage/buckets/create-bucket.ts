import { z } from 'zod'
import { ownerColumns } from '../caller.ts'
import { featureNotEnabled } from '../errors.ts'
import { readJson } from '../json-body.ts'
import { mustBeValidBucket } from '../names.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { limitFields, parseMimeTypes, parseSizeLimit } from './limits.ts'

const bodySchema = z.object({
  name: z.string({ error: 'must be string' }),
  id: z.string({ error: 'must be string' }).optional(),
  public: z.boolean({ error: 'must be boolean' }).nullish(),
  type: z.enum(['STANDARD', 'ANALYTICS', 'VECTOR'], { error: 'must be equal to one of the allowed values' }).nullish(),
  ...limitFields,
})

/** POST /bucket: a new bucket, private unless it says otherwise. */
export const createBucket: Handler = async (context) => {
  const actor = await actorOf(context)
  const body = await readJson(context.req.raw, bodySchema)
  if (body.type && body.type !== 'STANDARD') throw featureNotEnabled(`${body.type.toLowerCase()} buckets`)
  const name = mustBeValidBucket(body.name)
  const id = mustBeValidBucket(body.id ?? body.name)
  const sizeLimit = parseSizeLimit(body.file_size_limit, context.env.platform.config.storage.file_size_limit)
  const types = parseMimeTypes(body.allowed_mime_types)
  const { owner, ownerId } = ownerColumns(actor.caller.claims.sub)
  await context.env.database.asCaller(actor, (client) =>
    client.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, name, owner, ownerId, body.public ?? false, sizeLimit, types],
    ),
  )
  return Response.json({ name })
}
