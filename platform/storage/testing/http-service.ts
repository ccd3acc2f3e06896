import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen } from '../../../tests/support/listen.ts'
import type { Service } from '../../kernel/service.ts'

export interface HttpService {
  port: number
  /** http://127.0.0.1:<port>/storage/v1 */
  url: string
  close(): Promise<void>
}

/** A storage service behind a real socket, under the path that the gateway gives it. */
export async function serveOverHttp(service: Service): Promise<HttpService> {
  const server = createServer(
    getRequestListener(
      (request) => {
        const inner = new Request(request.url.replace('/storage/v1', ''), request)
        return service.fetch(inner, { requestId: 'http', clientAddress: '127.0.0.1', mountPath: '/storage/v1' })
      },
      { overrideGlobalObjects: false },
    ),
  )
  const { port, url, close } = await listen(server)
  return { port, url: `${url}/storage/v1`, close }
}
