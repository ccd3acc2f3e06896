import { once } from 'node:events'
import { request } from 'node:http'

export interface PageAddress {
  port: number
  path: string
}

/** The brotli bytes as they come over the line, and their ETag. */
export async function rawPage({ port, path }: PageAddress): Promise<{ body: Buffer; etag: string }> {
  const outgoing = request({ port, path, host: '127.0.0.1', headers: { 'accept-encoding': 'br' } }).end()
  const [reply] = await once(outgoing, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { body: Buffer.concat(chunks), etag: String(reply.headers.etag) }
}
