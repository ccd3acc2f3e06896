import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { noSuchBucket } from '../errors.ts'
import { readJson } from '../json-body.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { limitFields, parseMimeTypes, parseSizeLimit } from './limits.ts'

const bodySchema = z.object({ public: z.boolean({ error: 'must be boolean' }).nullish(), ...limitFields })

/** PUT /bucket/{id}: changes what the body names and leaves the rest. */
export const updateBucket: Handler = async (context) => {
  const actor = await actorOf(context)
  const body = await readJson(context.req.raw, bodySchema)
  const sizeLimit = parseSizeLimit(body.file_size_limit, context.env.platform.config.storage.file_size_limit)
  const types = parseMimeTypes(body.allowed_mime_types)
  const changes = [
    ...(typeof body.public === 'boolean' ? [{ column: 'public', value: body.public }] : []),
    ...(body.file_size_limit === undefined ? [] : [{ column: 'file_size_limit', value: sizeLimit }]),
    ...(body.allowed_mime_types === undefined ? [] : [{ column: 'allowed_mime_types', value: types }]),
  ]
  const assignments = ['updated_at = now()', ...changes.map(({ column }, index) => `${column} = $${index + 2}`)]
  const { rowCount } = await context.env.database.asCaller(actor, (client) =>
    client.query(`update storage.buckets set ${assignments.join(', ')} where id = $1`, [
      pathParam(context, 'bucket'),
      ...changes.map(({ value }) => value),
    ]),
  )
  if (rowCount === 0) throw noSuchBucket()
  return Response.json({ message: 'Successfully updated' })
}
