import type { Caller } from '../kernel/caller.ts'
import type { ChannelRights } from './channel-rights.ts'
import type { RealtimeCore } from './core.ts'
import type { TopicKey } from './hub.ts'
import type { JoinConfig } from './join-config.ts'
import type { Member } from './member.ts'
import { storeMessage } from './messages.ts'
import type { Incoming, UserBroadcast } from './serializer.ts'

/** Hosted's word to a channel that sends more than its project's plan allows. */
const TOO_MANY = 'Too many messages per second'

export interface ChannelBroadcastOptions {
  core: RealtimeCore
  config: JoinConfig
  /** Topic without its prefix, as policies see it. */
  name: string
  topic: TopicKey
  member: Member
  rights: ChannelRights
  caller(): Caller
  /** Counts what is told to everybody on the topic; false when it is too much. */
  spend(bytes: number): boolean
  reply(ref: string | null, status: 'ok' | 'error', response?: object): void
  shutDown(message: string): void
}

/** What one channel sends to everybody on its topic. */
export function createChannelBroadcast(options: ChannelBroadcastOptions) {
  const { core, config, name, topic, member, rights, caller, spend, reply, shutDown } = options

  function refuse({ ref }: Incoming, reason: string) {
    if (config.ack) reply(ref, 'error', { reason, error: reason })
  }

  function sendOn({ ref }: Incoming, sent: UserBroadcast) {
    core.publish(topic, { ...sent, meta: null }, config.self ? {} : { except: member })
    if (config.ack) reply(ref, 'ok')
  }

  async function sendPrivately(message: Incoming, sent: UserBroadcast) {
    if (!(await rights.mayWrite(caller(), 'broadcast'))) {
      return refuse(message, `You do not have permissions to write to this Channel topic: ${name}`)
    }
    if (sent.meta?.persist) await storeMessage(core.context.pools.owner, name, sent)
    sendOn(message, sent)
  }

  return {
    handle(message: Incoming): void | Promise<void> {
      const sent = message.broadcast ?? textBroadcast(message.payload)
      if (sent.body.byteLength > core.limits.maxPayloadBytes) return refuse(message, 'Payload size exceeded')
      if (!spend(sent.body.byteLength)) {
        refuse(message, TOO_MANY)
        return shutDown(TOO_MANY)
      }
      return config.isPrivate ? sendPrivately(message, sent) : sendOn(message, sent)
    },
  }
}

/** A broadcast that came as JSON text (always in 1.0.0): `{ type, event, payload }`. */
function textBroadcast({ event, payload }: Record<string, unknown>): UserBroadcast {
  return {
    event: typeof event === 'string' ? event : '',
    encoding: 'json',
    body: Buffer.from(JSON.stringify(payload ?? {})),
    meta: null,
  }
}
