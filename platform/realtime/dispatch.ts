import { type Channel, createChannel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { RealtimeCore } from './core.ts'
import { tooManyChannels, tooManyJoins, tooMuchMemory } from './errors.ts'
import type { Incoming } from './serializer.ts'
import { createBuckets } from './token-bucket.ts'

/** One socket and the channels on it by topic. */
export interface Session {
  connection: Connection
  channels: Map<string, Channel>
  withinJoinRate: () => boolean
}

/** Gives each message of a socket to its channel, and opens channels. */
export function createDispatch(core: RealtimeCore) {
  const { limits } = core
  const joins = createBuckets({ perSecond: limits.joinsPerSecondPerAddress, burst: limits.joinBurstPerAddress })

  function join({ connection, channels, withinJoinRate }: Session, message: Incoming, reply: Reply) {
    const { topic, ref, joinRef } = message
    if (!withinJoinRate() || !joins.of(connection.network).takeOne()) {
      const refusal = tooManyJoins()
      reply('error', { reason: refusal.message })
      return connection.disconnect(refusal.message)
    }
    // A second join replaces the first, as in Phoenix: the client has lost track of its channel.
    channels.get(topic)?.drop()
    if (channels.size >= limits.maxChannelsPerConnection) return reply('error', { reason: tooManyChannels().message })
    const size = Buffer.byteLength(topic) + Buffer.byteLength(JSON.stringify(message.payload))
    if (!core.memory.take(connection, size)) return reply('error', { reason: tooMuchMemory().message })
    const next = createChannel({
      ...{ core, connection, join: { ...message, joinRef: joinRef ?? ref } },
      onEnd: () => {
        core.memory.take(connection, -size)
        if (channels.get(topic) === next) channels.delete(topic)
      },
    })
    channels.set(topic, next)
  }

  return function dispatch(session: Session, message: Incoming) {
    const { topic, event, ref, joinRef } = message
    const reply: Reply = (status, response = {}) => {
      if (ref === null) return
      session.connection.push({ topic, event: 'phx_reply', payload: { status, response }, ref, joinRef })
    }
    if (topic === 'phoenix') {
      if (event === 'heartbeat') reply('ok')
      return
    }
    if (event === 'phx_join') return join(session, message, reply)
    const channel = session.channels.get(topic)
    if (channel) return channel.handle(message)
    if (event === 'phx_leave') reply('ok')
    else reply('error', { reason: 'unmatched topic' })
  }
}

type Reply = (status: 'ok' | 'error', response?: object) => void
