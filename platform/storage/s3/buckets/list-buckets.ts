import { z } from 'zod'
import type { S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'

/** S3's own number for one page; more than any project has. */
const MAX_BUCKETS = 10_000

const rowSchema = z.object({ name: z.string(), created_at: z.date().nullable() })

/** ListBuckets: those that the caller's policies show. */
export const listBuckets: S3Handler = async ({ database, actor, query }) => {
  const max = query.count('max-buckets', { max: MAX_BUCKETS, fallback: MAX_BUCKETS })
  const prefix = query.get('prefix') ?? ''
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString('utf8')
  const { rows } = await database.asCaller(actor, (client) =>
    client.query(
      `select id as name, created_at
       from storage.buckets
       where starts_with(id, $1) and id collate "C" > $2
       order by id collate "C"
       limit $3`,
      [prefix, after, max + 1],
    ),
  )
  const buckets = rows.slice(0, max).map((row) => rowSchema.parse(row))
  const more = rows.length > max && max > 0
  const owner = actor.caller.claims.sub ?? actor.caller.role
  return xmlResponse('ListAllMyBucketsResult', {
    Owner: { ID: owner, DisplayName: owner },
    Buckets: {
      Bucket: buckets.map(({ name, created_at }) => ({
        Name: name,
        CreationDate: (created_at ?? new Date(0)).toISOString(),
      })),
    },
    ContinuationToken: more ? Buffer.from(buckets.at(-1)?.name ?? '').toString('base64url') : undefined,
    Prefix: prefix === '' ? undefined : prefix,
  })
}
