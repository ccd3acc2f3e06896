import { z } from 'zod'
import { bearerToken } from '../kernel/bearer.ts'
import { BodyTooLargeError, readBytes, readText } from '../kernel/body.ts'
import type { RealtimeCore } from './core.ts'
import { TokenError } from './errors.ts'
import { topicKey } from './hub.ts'
import { storeMessage } from './messages.ts'
import { type Caller, readToken } from './read-token.ts'
import type { UserBroadcast } from './serializer.ts'

/** Bytes. Hosted Supabase's largest payload is 3 MB; the rest is room for its envelope. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** One call may carry this many messages. */
const MAX_BATCH = 1000

const batchSchema = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown().refine((payload) => payload !== undefined && payload !== null, 'is required'),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(MAX_BATCH),
})

/** `/api/broadcast` and `/api/broadcast/{topic}/events/{event}`: broadcasts without a socket. */
export function createHttpBroadcast(core: RealtimeCore) {
  const { context, limits, authorizer } = core

  async function batch(request: Request, caller: Caller): Promise<Response> {
    const parsed = batchSchema.safeParse(parseJson(await readText(request, MAX_BODY_BYTES)))
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      return Response.json({ errors }, { status: 422 })
    }
    const writable = new Map<string, boolean>()
    for (const message of parsed.data.messages) {
      const body = Buffer.from(JSON.stringify(message.payload))
      if (body.byteLength > limits.maxPayloadBytes) return problem(422, 'Payload size exceeds tenant limit')
      if (message.private && !writable.has(message.topic)) {
        writable.set(message.topic, await mayWrite(caller, message.topic))
      }
    }
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages) {
      // Hosted drops what a policy forbids without a word: a batch may go to many topics.
      if (isPrivate && !writable.get(topic)) continue
      const body = Buffer.from(JSON.stringify(payload))
      core.publish(topicKey(topic, isPrivate), { event, encoding: 'json', body, meta: null })
    }
    return accepted()
  }

  async function single(request: Request, caller: Caller, target: { topic: string; event: string }): Promise<Response> {
    const { topic, event } = target
    const query = new URL(request.url).searchParams
    const isPrivate = query.get('private') === 'true'
    const broadcast = await readBody(request, event)
    if (broadcast instanceof Response) return broadcast
    if (broadcast.body.byteLength > limits.maxPayloadBytes) return problem(422, 'Payload size exceeds tenant limit')
    if (isPrivate && !(await mayWrite(caller, topic))) return problem(403, 'You are not allowed to send to this topic')
    if (query.has('persist') || query.has('persist[ttl]')) {
      if (!isPrivate) return problem(422, 'Only private broadcasts can be stored')
      await storeMessage(context.pools.owner, topic, broadcast)
    }
    core.publish(topicKey(topic, isPrivate), broadcast)
    return accepted()
  }

  /** The service key speaks everywhere: it bypasses row-level security. */
  function mayWrite(caller: Caller, topic: string): Promise<boolean> {
    return authorizer.mayWrite(caller, topic, 'broadcast')
  }

  return async function answer(request: Request): Promise<Response> {
    const match = /^\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?\/?$/.exec(new URL(request.url).pathname)
    if (!match) return problem(404, 'Not found')
    if (request.method !== 'POST') return problem(405, 'Use POST')
    const token = bearerToken(request.headers.get('authorization'))
    let caller: Caller
    try {
      caller = await readToken(context.tokens, token, context.now)
    } catch (error) {
      if (error instanceof TokenError) return problem(401, error.message)
      throw error
    }
    const [, topic, event] = match
    try {
      if (topic === undefined || event === undefined) return await batch(request, caller)
      const decoded = decode({ topic, event })
      return decoded ? await single(request, caller, decoded) : problem(422, 'topic or event is not valid text')
    } catch (error) {
      if (error instanceof BodyTooLargeError) return problem(413, error.message)
      throw error
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBody(request: Request, event: string): Promise<UserBroadcast | Response> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const body = await readBytes(request, MAX_BODY_BYTES)
  if (type === 'application/octet-stream') return { event, encoding: 'binary', body, meta: null }
  if (type !== 'application/json') return problem(415, 'Send application/json or application/octet-stream')
  if (parseJson(body.toString('utf8')) === undefined) return problem(422, 'The body is not valid JSON')
  return { event, encoding: 'json', body, meta: null }
}

function decode({ topic, event }: { topic: string; event: string }) {
  try {
    return { topic: decodeURIComponent(topic), event: decodeURIComponent(event) }
  } catch {
    return null
  }
}

const accepted = () => new Response(null, { status: 202 })

/** Clients read `error` first, then `message`. */
function problem(status: number, message: string): Response {
  return Response.json({ error: message, message }, { status })
}
