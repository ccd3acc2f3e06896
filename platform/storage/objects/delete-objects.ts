import { z } from 'zod'
import { pathParam } from '../../kernel/router.ts'
import { noSuchKey } from '../errors.ts'
import { readJson } from '../json-body.ts'
import { mustBeValidKey } from '../names.ts'
import { actorOf, type Handler } from '../request-context.ts'
import { OBJECT_COLUMNS, parseObject } from './object-row.ts'
import { removeVersions } from './remove-versions.ts'
import { WANTED_ROWS } from './wanted-rows.ts'

const key = z.string({ error: 'must be string' })
const bodySchema = z.object({
  prefixes: z
    .array(z.union([key, z.object({ path: key, versionId: key })], { error: 'must be string' }), {
      error: 'must be array',
    })
    .min(1, { error: 'must NOT have fewer than 1 items' })
    .max(1000, { error: 'must NOT have more than 1000 items' }),
})

/** DELETE /object/{bucket}: the named files that the policies let go; the response lists those and no others. */
export const deleteObjects: Handler = async (context) => {
  const actor = await actorOf(context)
  const { prefixes } = await readJson(context.req.raw, bodySchema)
  const wanted = prefixes.map((entry) => (typeof entry === 'string' ? { path: entry, versionId: null } : entry))
  const { rows } = await context.env.database.asCaller(actor, (client) =>
    client.query(`delete from storage.objects where id in (select o.id ${WANTED_ROWS}) returning ${OBJECT_COLUMNS}`, [
      pathParam(context, 'bucket'),
      wanted.map(({ path }) => path),
      wanted.map(({ versionId }) => versionId),
    ]),
  )
  const deleted = rows.map(parseObject)
  await removeVersions(context.env, deleted)
  return Response.json(deleted)
}

/** DELETE /object/{bucket}/{key}: one file. */
export const deleteObject: Handler = async (context) => {
  const { rows } = await context.env.database.asCaller(await actorOf(context), (client) =>
    client.query<{ version: string | null }>(
      'delete from storage.objects where bucket_id = $1 and name = $2 returning version',
      [pathParam(context, 'bucket'), mustBeValidKey(pathParam(context, 'key'))],
    ),
  )
  if (rows.length === 0) throw noSuchKey()
  await removeVersions(context.env, rows)
  return Response.json({ message: 'Successfully deleted' })
}
