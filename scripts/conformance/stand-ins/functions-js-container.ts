/**
 * In place of functions-js' test/relay/container.ts, which starts Deno in a container for each of its files: a proxy to
 * the functions of the platform that runs the suite. It plays the container's part in front of them: the
 * host name that the tests expect, and the secret that each test makes up for its tokens.
 */
import { createHmac } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'

export class Relay {
  readonly container: { getMappedPort(port: number): number }
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    this.container = { getMappedPort: () => port }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export async function runRelay(_slug: string, jwtSecret: string): Promise<Relay> {
  const { SUPABASE_FUNCTIONS_URL: functions = '', SUPABASE_JWT_SECRET: secret = '' } = process.env
  const server = createServer((incoming, outgoing) => {
    const { authorization = '' } = incoming.headers
    const headers = {
      ...incoming.headers,
      host: 'localhost:8000',
      ...(authorization ? { authorization: signedAnew(authorization, jwtSecret, secret) } : {}),
    }
    const url = new URL(incoming.url ?? '/', functions)
    const call = request(url, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  return new Relay(server)
}

/** The same claims under the platform's secret, as anon; a token that the test's own secret does not verify stays as it is. */
function signedAnew(authorization: string, from: string, to: string): string {
  const [, head = '', payload = '', signature] = /^Bearer ([^.]+)\.([^.]+)\.(.+)$/.exec(authorization) ?? []
  if (signature !== digest(from, `${head}.${payload}`)) return authorization
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'anon' }
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `Bearer ${text}.${digest(to, text)}`
}

function digest(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
