import { z } from 'zod'
import { bearerToken } from '../kernel/bearer.ts'
import { BodyTooLargeError, readBytes, readText } from '../kernel/body.ts'
import type { Caller } from '../kernel/caller.ts'
import { networkOf } from '../kernel/client-address.ts'
import { bodyFailure } from '../kernel/common-failures.ts'
import { createRouter, isDecodable, pathParam, type RequestContext, type Router } from '../kernel/router.ts'
import type { RealtimeCore } from './core.ts'
import { TokenError } from './errors.ts'
import { type TopicKey, topicKey } from './hub.ts'
import { storeMessage } from './messages.ts'
import { readToken } from './read-token.ts'
import type { UserBroadcast } from './serializer.ts'

/** Bytes. Hosted Supabase's largest payload is 3 MB; the rest is room for its envelope. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** One call may carry this many messages. */
const MAX_BATCH = 1000
/** What asking the policies about a private topic costs of a sender's budget: some 500 questions a second. */
const POLICY_BYTES = 100_000

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
export function createHttpBroadcast(core: RealtimeCore): Router<object> {
  const { context, limits, authorizer } = core

  async function batch(request: Request, sender: Sender): Promise<Response> {
    const parsed = batchSchema.safeParse(parseJson(await readText(request, MAX_BODY_BYTES)))
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      return Response.json({ errors }, { status: 422 })
    }
    const messages = parsed.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
      ...{ name: topic, isPrivate, topic: topicKey(topic, isPrivate) },
      broadcast: { event, encoding: 'json' as const, body: Buffer.from(JSON.stringify(payload)), meta: null },
    }))
    if (messages.some(({ broadcast }) => broadcast.body.byteLength > limits.maxPayloadBytes)) return payloadTooLarge()
    if (!spend(sender, messages)) return tooMany('Too many messages to broadcast, please reduce the batch size')
    const writable = new Map<string, boolean>()
    for (const { name, isPrivate } of messages) {
      if (isPrivate && !writable.has(name)) writable.set(name, await mayWrite(sender.caller, name))
    }
    for (const { name, isPrivate, topic, broadcast } of messages) {
      // Hosted drops what a policy forbids without a word: a batch may go to many topics.
      if (!isPrivate || writable.get(name)) core.publish(topic, broadcast)
    }
    return accepted()
  }

  async function single(request: Request, sender: Sender, target: { name: string; event: string }): Promise<Response> {
    const { name, event } = target
    const query = new URL(request.url).searchParams
    const isPrivate = query.get('private') === 'true'
    const topic = topicKey(name, isPrivate)
    const broadcast = await readBody(request, event)
    if (broadcast instanceof Response) return broadcast
    if (broadcast.body.byteLength > limits.maxPayloadBytes) return payloadTooLarge()
    const isStored = query.has('persist') || query.has('persist[ttl]')
    if (isStored && !isPrivate) return problem(422, 'Only private broadcasts can be stored')
    if (!spend(sender, [{ topic, isPrivate, broadcast }])) return tooMany('You have exceeded your rate limit')
    if (isPrivate && !(await mayWrite(sender.caller, name))) {
      return problem(403, 'You are not allowed to send to this topic')
    }
    if (isStored) await storeMessage(context.pools.owner, name, broadcast)
    core.publish(topic, broadcast)
    return accepted()
  }

  function spend(sender: Sender, messages: Sent[]): boolean {
    const costs = messages.map(({ topic, isPrivate, broadcast }) => ({
      topic,
      bytes: broadcast.body.byteLength + (isPrivate ? POLICY_BYTES : 0),
    }))
    // Whoever has the service key is the project's own server.
    return core.spend(sender.caller.role === 'service_role' ? null : sender.network, costs)
  }

  /** The service key speaks everywhere: it bypasses row-level security. */
  function mayWrite(caller: Caller, topic: string): Promise<boolean> {
    return authorizer.mayWrite(caller, topic, 'broadcast')
  }

  async function respond(
    { req, env }: RequestContext<object>,
    send: (request: Request, sender: Sender) => Promise<Response>,
  ): Promise<Response> {
    if (req.method !== 'POST') return problem(405, 'Use POST')
    try {
      const caller = await readToken(context, bearerToken(req.header('authorization') ?? null))
      return await send(req.raw, { caller, network: networkOf(env.call.clientAddress) })
    } catch (error) {
      if (error instanceof TokenError) return problem(401, error.message)
      const ofBody = bodyFailure(error, BODY_FAILURES)
      if (ofBody) return ofBody
      throw error
    }
  }

  const router = createRouter<object>()
  for (const end of ['', '/']) {
    router.all(`/api/broadcast${end}`, (context) => respond(context, batch))
    router.all(`/api/broadcast/:name/events/:event${end}`, (context) =>
      respond(context, async (request, sender) => {
        if (!isDecodable(context.req.path)) return problem(422, 'topic or event is not valid text')
        const target = { name: pathParam(context, 'name'), event: pathParam(context, 'event') }
        return single(request, sender, target)
      }),
    )
  }
  router.notFound(() => problem(404, 'Not found'))
  return router
}

const BODY_FAILURES = {
  bodyTooLarge: (limitBytes: number) => problem(413, new BodyTooLargeError(limitBytes).message),
  bodyCut: () => problem(408, 'The request body broke off before its end.'),
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

interface Sender {
  caller: Caller
  network: string
}

interface Sent {
  topic: TopicKey
  isPrivate: boolean
  broadcast: UserBroadcast
}

const payloadTooLarge = () => problem(422, 'Payload size exceeds tenant limit')

/** Hosted's status and words. */
function tooMany(message: string): Response {
  const response = problem(429, message)
  response.headers.set('retry-after', '1')
  return response
}

const accepted = () => new Response(null, { status: 202 })

/** Clients read `error` first, then `message`. */
function problem(status: number, message: string): Response {
  return Response.json({ error: message, message }, { status })
}
