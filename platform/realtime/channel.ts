import { ANONYMOUS } from '../kernel/caller.ts'
import { writerOf } from '../kernel/writes-under-way.ts'
import { createWriterLast } from './changes/writer-last.ts'
import { createChannelBroadcast } from './channel-broadcast.ts'
import { type ChannelPresence, createChannelPresence } from './channel-presence.ts'
import { type ChannelRights, createChannelRights } from './channel-rights.ts'
import type { Connection } from './connection.ts'
import type { RealtimeCore } from './core.ts'
import {
  changesNotAvailable,
  databaseAway,
  JoinError,
  notAllowedToRead,
  replayNotValid,
  replayOnPublicChannel,
  TokenError,
  tokenExpired,
  topicRequired,
} from './errors.ts'
import { type TopicKey, topicKey } from './hub.ts'
import { type JoinConfig, numberChanges, readJoin } from './join-config.ts'
import { createRateLimit } from './limits.ts'
import type { Member } from './member.ts'
import { replayMessages, type StoredMessage } from './messages.ts'
import { type ChannelCaller, readToken } from './read-token.ts'
import { createSerial } from './serial.ts'
import { encodeBroadcast, type Incoming } from './serializer.ts'
import { createTokenExpiry } from './token-expiry.ts'

const TOPIC_PREFIX = 'realtime:'
/** How soon a right to listen that is withdrawn ends. */
const READ_RECHECK_MS = 30_000
/** Messages that may wait behind a join or a policy question; a client sends none before it has joined. */
const MAX_WAITING_MESSAGES = 500

export interface Channel {
  /** Works off one message of the client; messages of a channel are handled one after another. */
  handle(message: Incoming): void
  /** Ends the channel without a word: the socket is gone, or the client has joined the topic anew. */
  drop(): void
}

interface ChannelOptions {
  core: RealtimeCore
  connection: Connection
  join: Incoming
  /** Called once, when the channel has ended. */
  onEnd(): void
}

/** One client on one topic, from its phx_join to its end. */
export function createChannel(options: ChannelOptions): Channel {
  return new TopicChannel(options)
}

class TopicChannel implements Channel {
  readonly #core: RealtimeCore
  readonly #connection: Connection
  readonly #join: Incoming
  readonly #onEnd: () => void
  /** Topic without its prefix, as policies see it. */
  readonly #name: string
  readonly #config: JoinConfig
  readonly #key: TopicKey
  readonly #subscriptionIds: readonly number[]
  readonly #member: Member
  readonly #subscriber
  readonly #writerLast
  readonly #rights: ChannelRights
  readonly #presence: ChannelPresence
  readonly #broadcast
  readonly #expiry
  readonly #withinTokenRate
  readonly #run

  #caller: ChannelCaller = { ...ANONYMOUS, claims: { exp: 0 } }
  #token: string | null
  #replayedIds: ReadonlySet<string> = new Set()
  #recheck: NodeJS.Timeout | undefined
  #joined = false
  #ended = false

  constructor({ core, connection, join, onEnd }: ChannelOptions) {
    const { topic } = join
    const name = topic.slice(TOPIC_PREFIX.length)
    const config = readJoin(name, join.payload)
    const key = topicKey(name, config.isPrivate)
    const caller = () => this.#caller
    const spend = (bytes: number) => core.spend(connection.network, [{ topic: key, bytes }])
    const push = (event: string, payload: unknown) => connection.push({ topic, event, payload })
    const reply = this.#reply.bind(this)
    const shutDown = this.#shutDown.bind(this)
    this.#core = core
    this.#connection = connection
    this.#join = join
    this.#onEnd = onEnd
    this.#name = name
    this.#config = config
    this.#key = key
    this.#subscriptionIds = numberChanges(config.changes)
    this.#token = config.token ?? connection.token
    this.#member = this.#createMember()
    this.#withinTokenRate = createRateLimit({ max: core.limits.maxTokenRefreshesPerMinute, windowMs: 60_000 })
    this.#writerLast = createWriterLast({
      answered: () => core.writes.answered(writerOf(connection.network, this.#caller.claims)),
      send: connection.send,
    })
    this.#subscriber = {
      ...{ topic, vsn: connection.vsn, isLegacy: config.isLegacy, send: this.#writerLast.send },
      system: (status: 'ok' | 'error', message: string) => this.#system('postgres_changes', status, message),
    }
    const rights = createChannelRights({ authorizer: core.authorizer, name, isPrivate: config.isPrivate })
    this.#rights = rights
    this.#presence = createChannelPresence({
      ...{ presence: core.presence, rights, limits: core.limits, topic: key, ...config.presence },
      ...{ caller, push, reply, shutDown, spend, hold: (bytes: number) => core.memory.take(connection, bytes) },
    })
    this.#broadcast = createChannelBroadcast({
      ...{ core, config, name, topic: key, member: this.#member, rights },
      ...{ caller, spend, reply, shutDown },
    })
    this.#expiry = createTokenExpiry({
      now: core.context.now,
      onExpired: () => this.#expire(),
    })
    this.#run = createSerial({
      maxWaiting: MAX_WAITING_MESSAGES,
      onFull: () => connection.disconnect('Too many messages are waiting'),
      onError: (error) => this.#fail(error),
    })
    this.#run(() => this.#start().catch((error: unknown) => this.#refuse(error)))
  }

  handle(message: Incoming): void {
    const { joinRef } = this.#join
    // A push of an earlier life of this channel.
    if (message.joinRef !== null && joinRef !== null && message.joinRef !== joinRef) return
    this.#run(() => this.#process(message))
  }

  drop(): void {
    this.#end()
  }

  #createMember(): Member {
    const channel = this
    return {
      vsn: this.#connection.vsn,
      send: (frame) => channel.#connection.sendNow(frame),
      get hearsBroadcasts() {
        return channel.#rights.hears('broadcast')
      },
      get hearsPresence() {
        return channel.#presence.on && channel.#rights.hears('presence')
      },
      get replayedIds() {
        return channel.#replayedIds
      },
    }
  }

  async #start() {
    const config = this.#config
    const { context, limits, hub, changes } = this.#core
    if (!this.#join.topic.startsWith(TOPIC_PREFIX) || this.#name === '') throw topicRequired()
    this.#caller = await readToken(context, this.#token)
    await this.#rights.read(this.#caller, { presence: this.#presence.on })
    const replayed = config.replay ? await this.#replay(config.replay) : []
    if (config.changes.length > limits.maxSubscriptionsPerChannel) {
      throw changesNotAvailable(`A channel may have at most ${limits.maxSubscriptionsPerChannel} subscriptions`)
    }
    this.#replayedIds = new Set(replayed.map((message) => message.id))
    if (this.#ended) return
    // Before anything is heard: asking the database may have taken longer than the token had left.
    this.#expiry.watch(this.#caller.claims.exp)
    if (this.#ended) return
    hub.join(this.#key, this.#member)
    changes.wanted()
    if (config.waitMs !== null && config.changes.length > 0) await this.#subscribe(config.waitMs)
    if (this.#ended) return
    this.#joined = true
    if (config.isPrivate) this.#recheck = setInterval(() => this.#run(() => this.#askAgain()), READ_RECHECK_MS)
    this.#welcome(replayed)
  }

  /** Everything that a client is told once it has joined, in the order that clients expect. */
  #welcome(replayed: readonly StoredMessage[]) {
    const config = this.#config
    this.#reply(this.#join.ref, 'ok', {
      postgres_changes: config.changes.map((params, index) => ({ ...params, id: this.#subscriptionIds[index] })),
    })
    for (const message of replayed) {
      const frame = encodeBroadcast(this.#connection.vsn, this.#join.topic, message.broadcast)
      if (frame) this.#connection.send(frame)
    }
    this.#presence.start()
    if (config.replicationReady) this.#announceReplication()
    if (config.changes.length === 0) return
    if (config.waitMs === null) void this.#subscribe(null)
    else this.#subscriber.system('ok', 'Subscribed to PostgreSQL')
  }

  async #replay({ since, limit }: NonNullable<JoinConfig['replay']>): Promise<StoredMessage[]> {
    if (!this.#config.isPrivate) throw replayOnPublicChannel()
    if (!this.#rights.hears('broadcast')) throw notAllowedToRead(this.#name)
    const wanted = limit ?? 25
    if (typeof since !== 'number' || !Number.isFinite(since) || typeof wanted !== 'number') throw replayNotValid()
    return replayMessages(this.#core.context.pools.owner, { topic: this.#name, since, limit: wanted })
  }

  #subscribe(waitMs: number | null): Promise<void> {
    const wanted = this.#config.changes.map((params, index) => ({ id: this.#subscriptionIds[index] ?? 0, params }))
    return this.#core.changes.subscribe(this.#subscriber, { caller: this.#caller, wanted, waitMs })
  }

  #announceReplication() {
    this.#core.changes.live().then(
      () => this.#system('system', 'ok', 'Replication connection established'),
      () => this.#shutDown('Replication connection was not established in time'),
    )
  }

  #process(message: Incoming): void | Promise<void> {
    if (this.#ended) return
    switch (message.event) {
      case 'broadcast':
        return this.#broadcast.handle(message)
      case 'presence':
        return this.#presence.handle(message)
      case 'access_token':
        return this.#refresh(message.payload.access_token)
      case 'phx_leave':
        this.#reply(message.ref, 'ok')
        return this.#close()
    }
  }

  async #refresh(next: unknown) {
    if (typeof next !== 'string' || next.startsWith('sb_') || next === this.#token) return
    if (!this.#withinTokenRate()) return this.#shutDown('Too many token refreshes')
    try {
      this.#caller = await readToken(this.#core.context, next)
    } catch (error) {
      if (error instanceof TokenError) return this.#shutDown(error.message)
      throw error
    }
    this.#token = next
    this.#rights.invalidate()
    await this.#askAgain()
    if (this.#ended) return
    this.#expiry.watch(this.#caller.claims.exp)
    if (this.#config.changes.length > 0) await this.#subscribe(null)
  }

  /** Policies and what they look at may change while a channel is open. */
  async #askAgain() {
    try {
      await this.#rights.read(this.#caller, { presence: this.#presence.on, again: true })
    } catch (error) {
      if (!(error instanceof JoinError)) throw error
      this.#shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`)
    }
  }

  #system(extension: string, status: string, message: string) {
    const payload = { extension, status, message, channel: this.#name }
    this.#connection.push({ topic: this.#join.topic, event: 'system', payload })
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: object = {}) {
    const { topic, joinRef } = this.#join
    if (ref !== null) this.#connection.push({ topic, event: 'phx_reply', payload: { status, response }, ref, joinRef })
  }

  /** Tells the client why, and closes the channel; the client joins again when it has what is missing. */
  #shutDown(message: string) {
    if (this.#ended) return
    this.#system('system', 'error', message)
    this.#close()
  }

  #close() {
    const { topic, joinRef } = this.#join
    this.#connection.push({ topic, event: 'phx_close', payload: {}, ref: joinRef, joinRef })
    this.#end()
  }

  #expire() {
    if (this.#joined) this.#shutDown(tokenExpired(0).message)
    // A join that is still under way is refused like one whose token had expired before.
    else this.#refuse(tokenExpired(0))
  }

  #refuse(error: unknown) {
    if (this.#ended) return
    const { context } = this.#core
    const { ref, topic } = this.#join
    const expected = error instanceof JoinError || error instanceof TokenError
    if (!expected) context.log.error({ err: error, topic }, 'a realtime channel could not be joined')
    const told = expected ? error : databaseAway()
    const reason = told instanceof TokenError ? `${told.code}: ${told.message}` : told.message
    this.#reply(ref, 'error', { reason })
    this.#end()
    if (told instanceof JoinError && told.disconnect) this.#connection.disconnect(reason)
  }

  #fail(error: unknown) {
    const { topic, joinRef } = this.#join
    this.#core.context.log.error({ err: error, topic }, 'a realtime message failed')
    if (this.#ended) return
    // Phoenix' word for a crash: the client joins again by itself.
    this.#connection.push({ topic, event: 'phx_error', payload: {}, ref: joinRef, joinRef })
    this.#end()
  }

  #end() {
    if (this.#ended) return
    this.#ended = true
    this.#expiry.stop()
    clearInterval(this.#recheck)
    this.#core.hub.leave(this.#key, this.#member)
    this.#core.changes.unsubscribe(this.#subscriber)
    this.#writerLast.end()
    this.#presence.end()
    this.#onEnd()
  }
}
