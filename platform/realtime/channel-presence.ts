import type { Caller } from '../kernel/caller.ts'
import type { ChannelRights } from './channel-rights.ts'
import type { TopicKey } from './hub.ts'
import { createRateLimit, type RealtimeLimits } from './limits.ts'
import type { Presence, PresenceEntry } from './presence.ts'
import { type Incoming, isRecord } from './serializer.ts'

export interface ChannelPresenceOptions {
  presence: Presence
  rights: ChannelRights
  limits: RealtimeLimits
  topic: TopicKey
  key: string
  /** Whether the client asked for the others' presences with its join. */
  enabled: boolean
  caller(): Caller
  push(event: string, payload: unknown): void
  reply(ref: string | null, status: 'ok' | 'error', response?: object): void
  shutDown(message: string): void
  /** Counts what is kept for the client; false when it is too much. */
  hold(bytes: number): boolean
  /** Counts what is told to everybody on the topic; false when it is too much. */
  spend(bytes: number): boolean
}

/** What one channel tracks, and whether it hears what others track. */
export function createChannelPresence(options: ChannelPresenceOptions) {
  const { presence, rights, limits, topic, key, caller, reply, shutDown } = options
  const withinRate = createRateLimit({ max: limits.maxPresenceCallsPerWindow, windowMs: limits.presenceWindowMs })
  let on = options.enabled
  let tracked: PresenceEntry | null = null
  let trackedText = ''
  let ended = false

  /** The list first; what follows it are changes to it. */
  function sendList() {
    if (rights.hears('presence')) options.push('presence_state', presence.state(topic))
  }

  async function track({ ref, payload: call }: Incoming) {
    const payload = call.payload ?? {}
    if (!isRecord(payload)) return reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > limits.maxPayloadBytes) return shutDown('Track message size exceeded')
    if (!(await rights.mayWrite(caller(), 'presence'))) {
      return reply(ref, 'error', { reason: 'You do not have permissions to track on this Channel topic' })
    }
    if (ended) return
    if (!tracked || text !== trackedText) {
      if (!presence.hasRoom({ topic, key, payload }, tracked)) {
        return reply(ref, 'error', { reason: 'The presence list of this topic is full: track less' })
      }
      if (!options.hold(Buffer.byteLength(text) - Buffer.byteLength(trackedText))) {
        return shutDown('Track message size exceeded')
      }
      if (!options.spend(Buffer.byteLength(text))) return shutDown('Too many presence messages per second')
      tracked = presence.track({ topic, key, payload }, tracked)
      trackedText = text
    }
    reply(ref, 'ok')
    if (on) return
    // Tracking turns presence on, so the list that others got with their join is still owed.
    on = true
    await rights.read(caller(), { presence: true })
    sendList()
  }

  function untrack() {
    if (tracked) presence.untrack(tracked)
    options.hold(-Buffer.byteLength(trackedText))
    tracked = null
    trackedText = ''
  }

  return {
    get on() {
      return on
    },
    start() {
      if (on) sendList()
    },
    handle(message: Incoming): void | Promise<void> {
      if (!withinRate()) return shutDown('Client presence rate limit exceeded')
      const event = String(message.payload.event ?? '').toLowerCase()
      if (event === 'track') return track(message)
      if (event !== 'untrack') return reply(message.ref, 'error', { reason: `Unknown presence event: ${event}` })
      untrack()
      reply(message.ref, 'ok')
    },
    end() {
      ended = true
      untrack()
    },
  }
}

export type ChannelPresence = ReturnType<typeof createChannelPresence>
