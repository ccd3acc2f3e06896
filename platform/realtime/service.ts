import { z } from 'zod'
import type { Service, ServiceContext } from '../kernel/service.ts'
import { OUTAGE_MESSAGES, outageOf } from '../kernel/unavailable.ts'
import { createWritesUnderWay, type WritesUnderWay } from '../kernel/writes-under-way.ts'
import { createAuthorizer } from './authorize.ts'
import { createFanOutBudget } from './budget.ts'
import { createChanges } from './changes/changes.ts'
import { type Cluster, createCluster } from './cluster.ts'
import type { RealtimeCore } from './core.ts'
import { fanOutBroadcast } from './fan-out.ts'
import { createHttpBroadcast } from './http-broadcast.ts'
import { createHub, type TopicKey, topicKey, topicName, wireTopic } from './hub.ts'
import { configuredLimits, type RealtimeLimits } from './limits.ts'
import { createClientMemoryBudget } from './memory-budget.ts'
import { keepPartitions, type StoredMessage } from './messages.ts'
import { createPresence } from './presence.ts'
import { createSockets } from './sockets.ts'

/** `/realtime/v1`: channels over websockets, broadcasts over HTTP. */
export async function createRealtimeService(
  context: ServiceContext,
  options: { limits?: Partial<RealtimeLimits>; writes?: WritesUnderWay } = {},
): Promise<Service> {
  const limits = { ...configuredLimits(context.config.platform), ...options.limits }
  const hub = createHub()
  const budget = createFanOutBudget(limits)
  const presence = createPresence({
    hub,
    maxBytesPerTopic: limits.maxPresenceBytesPerTopic,
    announce: (joins, leaves) => cluster.send({ kind: 'presence', joins, leaves }),
  })
  const stopPartitions = await keepPartitions(context.pools.owner, context.log)
  const cluster: Cluster = createCluster({
    ownerUrl: context.ownerUrl,
    log: context.log,
    handlers: {
      onMessage: (node, message) => receive(node, message),
      onPeer: () => cluster.send({ kind: 'present', entries: presence.own() }),
      onPeerGone: (node) => presence.remoteState(node, null),
    },
  })
  const changes = createChanges({ context, inUse: () => hub.size() > 0, onStoredMessage: deliverStored })

  const core: RealtimeCore = {
    ...{ context, limits, hub, presence, changes, writes: options.writes ?? createWritesUnderWay() },
    memory: createClientMemoryBudget({ perClient: limits.maxMemoryBytes, altogether: limits.maxMemoryBytesAltogether }),
    authorizer: createAuthorizer(context.pools),
    spend: (network, messages) =>
      budget.take(
        network,
        messages.map(({ topic, bytes }) => ({ topic, bytes, receivers: hub.size(topic) })),
      ),
    publish(key, broadcast, { except } = {}) {
      hub.broadcast(key, fanOutBroadcast(wireTopic(topicName(key)), broadcast), except ? { except } : {})
      const { event, encoding, body } = broadcast
      const text = body.toString(encoding === 'json' ? 'utf8' : 'base64')
      cluster.send({ kind: 'broadcast', topic: key, event, encoding, body: text })
    },
  }
  const sockets = createSockets(core)
  const router = createHttpBroadcast(core)
  router.onError((error, { env: { call } }) => {
    context.log.error({ err: error, requestId: call.requestId }, 'a realtime request failed')
    const outage = outageOf(error)
    if (outage) return Response.json({ error: OUTAGE_MESSAGES[outage], id: call.requestId }, { status: 503 })
    return Response.json({ error: 'Internal error, see the log', id: call.requestId }, { status: 500 })
  })

  /** Rows that realtime.send() and its like wrote: every process reads them from its own stream. */
  function deliverStored({ id, topic, isPrivate, broadcast }: StoredMessage): Promise<void> {
    const key = topicKey(topic, isPrivate)
    if (hub.hasMembers(key)) hub.broadcast(key, fanOutBroadcast(wireTopic(topic), broadcast), { messageId: id })
    return hub.room()
  }

  function receive(node: string, raw: unknown) {
    const message = clusterMessage.safeParse(raw).data
    if (message?.kind === 'broadcast') {
      const { topic, event, encoding } = message
      const body = Buffer.from(message.body, encoding === 'json' ? 'utf8' : 'base64')
      if (hub.hasMembers(topic)) {
        hub.broadcast(topic, fanOutBroadcast(wireTopic(topicName(topic)), { event, encoding, body, meta: null }))
      }
    }
    if (message?.kind === 'presence') presence.remoteChanged(node, message.joins, message.leaves)
    if (message?.kind === 'present') presence.remoteState(node, message.entries)
  }

  const service: Service = {
    fetch: async (request, call) => router.fetch(request, { call }),
    upgrade: sockets.upgrade,
    async close() {
      sockets.close()
      stopPartitions()
      presence.close()
      await Promise.all([changes.close(), cluster.close()])
    },
  }
  try {
    await cluster.start() // last, because another process may speak to us at once
  } catch (error) {
    await service.close()
    throw error
  }
  return service
}

const key = z.custom<TopicKey>((value) => typeof value === 'string' && /^(public|private):/.test(value))
const entries = z.array(
  z.object({
    topic: key,
    key: z.string(),
    meta: z.looseObject({ phx_ref: z.string(), phx_ref_prev: z.string().optional() }),
  }),
)

/** What processes tell each other; another version of this program may say something else, which is passed over. */
const clusterMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('broadcast'),
    topic: key,
    event: z.string(),
    encoding: z.enum(['json', 'binary']),
    body: z.string(),
  }),
  z.object({ kind: z.literal('presence'), joins: entries, leaves: entries }),
  z.object({ kind: z.literal('present'), entries }),
])
