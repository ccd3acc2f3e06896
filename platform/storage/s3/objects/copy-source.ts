import { preconditionFailed } from '../../errors.ts'
import { mustBeValidKey } from '../../names.ts'
import { judgeConditions } from '../../objects/conditions.ts'
import { findObject, mustBeVersion, type ObjectRow } from '../../objects/object-row.ts'
import { validatorsOf } from '../../objects/serve-object.ts'
import { invalidArgument } from '../errors.ts'
import { amzHeader, type S3Context } from '../request-context.ts'

export interface CopySource {
  bucket: string
  key: string
  /** The row as the caller sees it, under the request's conditions. */
  find(): Promise<ObjectRow>
}

/** `x-amz-copy-source: [/]bucket/key[?versionId=…]`, percent-encoded. */
export function copySourceOf(context: S3Context): CopySource {
  const header = (amzHeader(context, 'x-amz-copy-source') ?? '').replace(/^\//, '')
  const [, path = '', version] = /^([^?]*)(?:\?versionId=([^&]*))?$/.exec(header) ?? []
  const decoded = decode(path)
  const slash = decoded.indexOf('/')
  const bucket = decoded.slice(0, Math.max(slash, 0))
  if (bucket === '') throw invalidArgument('x-amz-copy-source must be <bucket>/<key>, percent-encoded.')
  const key = mustBeValidKey(decoded.slice(slash + 1))
  return {
    bucket,
    key,
    async find() {
      const row = await context.database.asCaller(context.actor, (client) => findObject(client, bucket, key))
      if (judgeConditions(sourceConditions(context.request.headers), validatorsOf(row)) !== 'send') {
        throw preconditionFailed()
      }
      return mustBeVersion(row, version === 'null' ? undefined : version)
    },
  }
}

const CONDITION = /^x-amz-copy-source-(if-(?:match|none-match|modified-since|unmodified-since))$/

function sourceConditions(headers: Headers): Headers {
  return new Headers(
    [...headers].flatMap(([name, value]): [string, string][] => {
      const condition = CONDITION.exec(name)?.[1]
      return condition ? [[condition, value]] : []
    }),
  )
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw invalidArgument('x-amz-copy-source is not percent-encoded UTF-8.')
  }
}
