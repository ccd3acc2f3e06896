import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { invalidRequest, noContent, StorageError } from '../errors.ts'
import { chunksOf } from './body-stream.ts'
import {
  cacheControlField,
  cleanEncoding,
  cleanHeader,
  type FileFacts,
  type Incoming,
  parseMetadata,
} from './file-facts.ts'

/** One file and a few fields beside it; more is no upload of ours. */
const LIMITS = { files: 1, fields: 20, fieldSize: 128 * 1024, parts: 30, headerPairs: 20 }

/** Opens a form as a file on its way in, with the fields before it; those behind it come as late facts. */
export async function readMultipart(request: Request): Promise<Incoming> {
  const form = await openForm(request, LIMITS)
  const facts = () => factsOf(form.fields, form.mimeType)
  try {
    return { ...facts(), chunks: form.chunks, lateFacts: () => form.ended.then(facts) }
  } catch (error) {
    await form.stop()
    throw error
  }
}

/** A form whose file has begun. */
export interface OpenForm {
  /** Those before the file; once `ended`, those behind it as well. */
  fields: ReadonlyMap<string, string>
  /** Without its parameters; empty where the part does not tell. */
  mimeType: string
  fileName: string
  chunks: AsyncGenerator<Uint8Array>
  ended: Promise<void>
  /** Lets go of a form whose file is not wanted. */
  stop(): Promise<void>
}

export function openForm(request: Request, limits: typeof LIMITS): Promise<OpenForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    const form = parserOf(request, limits)
    const source = Readable.from(chunksOf(request.body))
    const ended = new Promise<void>((done, fail) => {
      form.once('finish', done)
      form.once('error', (error) => fail(readable(error)))
      source.once('error', (error) => form.destroy(error))
    })
    // Whoever reads the file hears of the failure through the file; this keeps it from being unhandled as well.
    ended.then(() => reject(noContent()), reject)

    form.on('field', (name, value, _nameTruncated, valueTruncated) => {
      // A part may have no name, whatever the types say.
      if (valueTruncated) form.destroy(invalidRequest(`The form field ${String(name).slice(0, 40)} is too long`))
      else fields.set(String(name), value)
    })
    form.on('file', (_name, stream, fileName, _encoding, mimeType) => {
      form.once('error', (error) => stream.destroy(readable(error)))
      // The parser tells of an early end as an event alone; a reader that begins later must find it as well.
      stream.once('error', (error) => stream.destroy(readable(error)))
      const stop = async () => {
        if (source.closed) return
        source.unpipe(form)
        const closed = once(source, 'close')
        source.destroy()
        await closed
      }
      resolve({ fields, mimeType, fileName: fileName ?? '', chunks: bytesOf(stream, stop), ended, stop })
    })
    source.pipe(form)
  })
}

function parserOf(request: Request, limits: typeof LIMITS): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' }, limits })
  } catch {
    throw invalidRequest('The form has no boundary')
  }
}

async function* bytesOf(stream: Readable, stop: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let finished = false
  try {
    for await (const chunk of stream) yield chunk
    finished = true
  } catch (error) {
    throw readable(error)
  } finally {
    // The rest of the form is still wanted after the file, and not at all when the file is not.
    if (!finished) await stop()
  }
}

function factsOf(fields: ReadonlyMap<string, string>, mimeType: string): FileFacts {
  const metadata = fields.get('metadata')
  return {
    contentType: cleanHeader(mimeType || 'application/octet-stream'),
    cacheControl: cacheControlField(fields.get('cacheControl') ?? ''),
    contentEncoding: cleanEncoding(fields.get('contentEncoding') ?? null),
    userMetadata: metadata === undefined ? null : parseMetadata(metadata),
  }
}

/** The parser's own errors mean a broken form. */
function readable(error: unknown): Error {
  return error instanceof StorageError ? error : invalidRequest('The form is cut off or malformed')
}
