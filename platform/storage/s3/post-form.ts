import type { Actor } from '../database.ts'
import { tooLarge } from '../errors.ts'
import { receiveFile } from '../objects/receive-object.ts'
import type { StorageParts } from '../request-context.ts'
import { cleanEncoding, cleanHeader } from '../upload/file-facts.ts'
import { openForm } from '../upload/multipart.ts'
import { type CredentialOptions, credentialsOf } from './auth/credentials.ts'
import { mustBeTimely, signatureOfForm, verifyPolicy } from './auth/signature.ts'
import { policyRefuses, unsigned } from './errors.ts'
import { etagOf } from './objects/put-object.ts'
import { checkPolicy } from './post-policy.ts'
import { xmlResponse } from './xml-writer.ts'

/** The policy and what it names; S3 takes 20 KB of fields. */
const LIMITS = { files: 1, fields: 100, fieldSize: 20 * 1024, parts: 101, headerPairs: 20 }

interface PostForm {
  parts: StorageParts
  options: CredentialOptions
  request: Request
  bucket: string
  /** Who it is, once the form's signature says so. */
  actorOf(caller: Actor['caller']): Actor
}

/** POST Object: a file sent by a browser's form, under a policy that somebody with a key signed. */
export async function postForm({ parts, options, request, bucket, actorOf }: PostForm): Promise<Response> {
  const form = await openForm(request, LIMITS)
  try {
    const fields = new Map([...form.fields].map(([name, value]) => [name.toLowerCase(), value]))
    if (fields.size < form.fields.size) throw policyRefuses('a field comes twice')
    const { actor, allowed } = await admit({ fields, options, bucket, actorOf })
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
    const key = (fields.get('key') ?? '').replaceAll('${filename}', form.fileName)
    const facts = {
      contentType: cleanHeader(fields.get('content-type') || form.mimeType || 'application/octet-stream'),
      cacheControl: cleanHeader(fields.get('cache-control') || 'no-cache'),
      contentEncoding: cleanEncoding(fields.get('content-encoding') ?? null),
      userMetadata: userMetadataOf(fields),
    }
    const { metadata } = await receiveFile(
      parts,
      { bucketId: bucket, key, mode: 'replace', actor, ownerId: actor.caller.claims.sub },
      {
        announced: undefined,
        isForm: true,
        // Fields behind the file are ignored, as in S3: the policy did not see them.
        open: async () => ({ ...facts, chunks: sized(form.chunks, allowed), lateFacts: async () => facts }),
      },
    )
    return respond(fields, { bucket, key, eTag: etagOf(metadata) })
  } finally {
    await form.stop()
  }
}

interface Admission {
  fields: ReadonlyMap<string, string>
  options: CredentialOptions
  bucket: string
  actorOf: PostForm['actorOf']
}

async function admit({ fields, options, bucket, actorOf }: Admission) {
  const now = options.platform.now()
  const policy = fields.get('policy')
  if (!policy) throw unsigned('The form has no policy before its file.')
  const signature = signatureOfForm(fields)
  mustBeTimely(signature, now)
  const credentials = credentialsOf(signature, options)
  verifyPolicy(signature, policy, credentials.secrets)
  if (fields.has('bucket') && fields.get('bucket') !== bucket) throw policyRefuses('the form is for another bucket')
  const allowed = checkPolicy(policy, new Map([...fields, ['bucket', bucket]]), now)
  return { actor: actorOf(await credentials.caller()), allowed }
}

function userMetadataOf(fields: ReadonlyMap<string, string>): Record<string, string> | null {
  const prefix = 'x-amz-meta-'
  const own = [...fields].filter(([name]) => name.startsWith(prefix))
  return own.length === 0
    ? null
    : Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), cleanHeader(value)]))
}

async function* sized(chunks: AsyncGenerator<Uint8Array>, { min, max }: { min: number; max: number }) {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > max) throw tooLarge()
    yield chunk
  }
  if (size < min) throw policyRefuses('the file is smaller than it allows')
}

/** Supabase answers 200 where a form does not choose; S3 itself would say 204. */
function respond(
  fields: ReadonlyMap<string, string>,
  { bucket, key, eTag }: Record<'bucket' | 'key' | 'eTag', string>,
) {
  const headers = { etag: eTag }
  switch (fields.get('success_action_status')) {
    case '201':
      return xmlResponse('PostResponse', { Bucket: bucket, Key: key, ETag: eTag }, { status: 201, headers })
    case '204':
      return new Response(null, { status: 204, headers })
    default:
      return new Response(null, { status: 200, headers })
  }
}
