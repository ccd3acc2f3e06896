import { chunksOf } from './body-stream.ts'
import { cleanEncoding, cleanHeader, type FileFacts, type Incoming, metadataHeader } from './file-facts.ts'
import { readMultipart } from './multipart.ts'

/** Opens the body of an upload, raw or multipart. */
export async function openIncoming(request: Request): Promise<Incoming> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  if (/^multipart\/form-data\s*;/i.test(contentType)) return readMultipart(request)
  const facts: FileFacts = {
    contentType: cleanHeader(contentType),
    cacheControl: cleanHeader(request.headers.get('cache-control') ?? 'no-cache'),
    contentEncoding: cleanEncoding(request.headers.get('content-encoding')),
    userMetadata: metadataHeader(request),
  }
  return { ...facts, chunks: chunksOf(request.body), lateFacts: async () => facts }
}
