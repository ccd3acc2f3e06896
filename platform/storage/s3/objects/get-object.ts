import { mustBeValidKey } from '../../names.ts'
import { withCurrentVersion } from '../../objects/current-version.ts'
import { findObject, type ObjectRow } from '../../objects/object-row.ts'
import { sendObject } from '../../objects/serve-object.ts'
import { servingHeaders } from '../../objects/serving-headers.ts'
import { cleanHeader } from '../../upload/file-facts.ts'
import { RASTER_TYPES } from '../../upload/sniff.ts'
import type { S3Context, S3Handler } from '../request-context.ts'
import { xmlResponse } from '../xml-writer.ts'

/** GetObject: whole or in part, under S3's conditions, to whom the policies show it. */
export const getObject: S3Handler = (context) =>
  withCurrentVersion(
    context,
    () => findReadable(context),
    async (row) => {
      const response = await sendObject(context, row, { kind: 'stored' })
      for (const [name, value] of userHeaders(row)) response.headers.set(name, value)
      if (response.ok) override(context, row, response.headers)
      return response
    },
  )

/** Nothing is tagged here. */
export const getObjectTagging: S3Handler = async (context) => {
  await findReadable(context)
  return xmlResponse('Tagging', { TagSet: {} })
}

export function findReadable({ database, actor, bucket, key }: S3Context): Promise<ObjectRow> {
  mustBeValidKey(key)
  return database.asCaller(actor, (client) => findObject(client, bucket, key))
}

function userHeaders({ user_metadata }: ObjectRow): [string, string][] {
  const entries = Object.entries(user_metadata ?? {}).map(
    ([name, value]) => [`x-amz-meta-${name}`, String(value)] as const,
  )
  const sendable = entries.filter(
    ([name, value]) => /^[\w.-]{1,128}$/.test(name) && /^[\x20-\x7e]{0,2048}$/.test(value),
  )
  const missing = entries.length - sendable.length
  return [
    ...sendable.map(([name, value]): [string, string] => [name, value]),
    ...(missing > 0 ? [['x-amz-missing-meta', String(missing)] satisfies [string, string]] : []),
  ]
}

const OVERRIDES = {
  'response-cache-control': 'cache-control',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
} as const

/**
 * Headers that a signed request asks for. Whoever signs need not be the operator, and a presigned address opens in
 * anybody's browser, so a type passes the same rules as a stored one and nothing but an image is shown in place.
 */
function override({ query }: S3Context, row: ObjectRow, headers: Headers): void {
  const type = query.get('response-content-type')
  if (type !== undefined) {
    const disposition = headers.get('content-disposition')
    headers.delete('content-security-policy')
    for (const [name, value] of Object.entries(servingHeaders(cleanHeader(type), null))) headers.set(name, value)
    if (disposition !== null) headers.set('content-disposition', disposition)
  }
  for (const [parameter, header] of Object.entries(OVERRIDES)) {
    const value = query.get(parameter)
    if (value !== undefined) headers.set(header, cleanHeader(value))
  }
  const disposition = query.get('response-content-disposition')
  const inPlace = RASTER_TYPES.has(headers.get('content-type') ?? '') && RASTER_TYPES.has(row.metadata?.mimetype ?? '')
  if (disposition !== undefined && (inPlace || /^attachment(;|$)/i.test(disposition))) {
    headers.set('content-disposition', cleanHeader(disposition))
  }
}
