import { findBucket } from '../../buckets/bucket.ts'
import { removeVersions } from '../../objects/remove-versions.ts'
import { WANTED_ROWS } from '../../objects/wanted-rows.ts'
import { readSmallBody } from '../body/small-body.ts'
import { malformedXml } from '../errors.ts'
import type { S3Context, S3Handler } from '../request-context.ts'
import { readXml, textOf, type XmlElement } from '../xml-reader.ts'
import { xmlResponse } from '../xml-writer.ts'

/** S3's limit for one call. */
const MAX_KEYS = 1000

/** DeleteObject: one file; that it was not there is no error. */
export const deleteObject: S3Handler = async (context) => {
  await findBucket(context.database, context.bucket)
  const version = context.query.get('versionId')
  await remove(context, [{ name: context.key, version: version === 'null' ? undefined : version }])
  return new Response(null, { status: 204 })
}

interface Wanted {
  name: string
  version: string | undefined
}

/** DeleteObjects: up to a thousand. What the caller sees and may not delete is told as an error, as S3 does. */
export const deleteObjects: S3Handler = async (context) => {
  await findBucket(context.database, context.bucket)
  const root = readXml(await readSmallBody(context))
  const objects = root.children.filter(({ name }) => name === 'Object')
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > MAX_KEYS) throw malformedXml()
  const wanted = objects.map(readObject)
  const kept = new Set(await remove(context, wanted))
  const quiet = textOf(root, 'Quiet')?.trim() === 'true'
  return xmlResponse('DeleteResult', {
    Deleted: quiet ? [] : wanted.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ Key: name })),
    Error: wanted
      .filter(({ name }) => kept.has(name))
      .map(({ name }) => ({ Key: name, Code: 'AccessDenied', Message: 'Access Denied' })),
  })
}

function readObject(object: XmlElement): Wanted {
  const name = textOf(object, 'Key')
  if (!name) throw malformedXml()
  const version = textOf(object, 'VersionId')
  return { name, version: version === 'null' ? undefined : version }
}

/** The names that are still there, as far as the caller sees them. */
async function remove(context: S3Context, wanted: Wanted[]): Promise<string[]> {
  const { database, actor, bucket } = context
  const values = [bucket, wanted.map(({ name }) => name), wanted.map(({ version }) => version ?? null)]
  const { deleted, left } = await database.asCaller(actor, async (client) => {
    const gone = await client.query<{ version: string | null }>(
      `delete from storage.objects where id in (select o.id ${WANTED_ROWS}) returning version`,
      values,
    )
    const stay = await client.query<{ name: string }>(`select o.name ${WANTED_ROWS}`, values)
    return { deleted: gone.rows, left: stay.rows.map(({ name }) => name) }
  })
  await removeVersions(context, deleted)
  return left
}
