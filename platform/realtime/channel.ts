import { writerOf } from '../kernel/writes-under-way.ts'
import { createWriterLast } from './changes/writer-last.ts'
import { createChannelPresence } from './channel-presence.ts'
import { createChannelRights } from './channel-rights.ts'
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
import { type Member, topicKey } from './hub.ts'
import { type JoinConfig, numberChanges, readJoin } from './join-config.ts'
import { createRateLimit } from './limits.ts'
import { replayMessages, type StoredMessage, storeMessage } from './messages.ts'
import { type ChannelCaller, readToken } from './read-token.ts'
import { createSerial } from './serial.ts'
import { encodeBroadcast, type Incoming, type UserBroadcast } from './serializer.ts'

const TOPIC_PREFIX = 'realtime:'
/** Node's timers take 31 bits of milliseconds; a far expiry is looked at again after an hour. */
const MAX_TIMER_MS = 3_600_000
/** How soon a right to listen that is withdrawn ends. */
const READ_RECHECK_MS = 30_000
/** Messages that may wait behind a join or a policy question; a client sends none before it has joined. */
const MAX_WAITING_MESSAGES = 500

/** Hosted's word to a channel that sends more than its project's plan allows. */
const TOO_MANY = 'Too many messages per second'

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
export function createChannel({ core, connection, join, onEnd }: ChannelOptions): Channel {
  const { context, limits, hub, presence, held, authorizer, changes } = core
  const { topic, joinRef } = join
  const name = topic.slice(TOPIC_PREFIX.length)
  const config = readJoin(name, join.payload)
  const key = topicKey(name, config.isPrivate)
  const subscriptionIds = numberChanges(config.changes)
  const withinTokenRate = createRateLimit({ max: limits.maxTokenRefreshesPerMinute, windowMs: 60_000 })

  let caller: ChannelCaller
  let token = config.token ?? connection.token
  let replayedIds: ReadonlySet<string> = new Set()
  let expiry: NodeJS.Timeout | undefined
  let recheck: NodeJS.Timeout | undefined
  let joined = false
  let ended = false

  const member: Member = {
    vsn: connection.vsn,
    send: (frame) => connection.sendNow(frame),
    get hearsBroadcasts() {
      return rights.hears('broadcast')
    },
    get hearsPresence() {
      return present.on && rights.hears('presence')
    },
    get replayedIds() {
      return replayedIds
    },
  }
  const writerLast = createWriterLast({
    answered: () => core.writes.answered(writerOf(connection.network, caller.claims)),
    send: connection.send,
  })
  const subscriber = {
    ...{ topic, vsn: connection.vsn, isLegacy: config.isLegacy, send: writerLast.send },
    system: (status: 'ok' | 'error', message: string) => system('postgres_changes', status, message),
  }

  const push = (event: string, payload: unknown) => connection.push({ topic, event, payload })
  const system = (extension: string, status: string, message: string) =>
    push('system', { extension, status, message, channel: name })
  const reply = (ref: string | null, status: 'ok' | 'error', response: object = {}) => {
    if (ref !== null) connection.push({ topic, event: 'phx_reply', payload: { status, response }, ref, joinRef })
  }

  const rights = createChannelRights({ authorizer, name, isPrivate: config.isPrivate })
  const present = createChannelPresence({
    ...{ presence, rights, limits, topic: key, ...config.presence },
    ...{ caller: () => caller, push, reply, shutDown, hold: (bytes: number) => held.take(connection, bytes) },
    spend,
  })

  async function start() {
    if (!topic.startsWith(TOPIC_PREFIX) || name === '') throw topicRequired()
    caller = await readToken(context, token)
    await rights.read(caller, { presence: present.on })
    const replayed = config.replay ? await replay(config.replay) : []
    if (config.changes.length > limits.maxSubscriptionsPerChannel) {
      throw changesNotAvailable(`A channel may have at most ${limits.maxSubscriptionsPerChannel} subscriptions`)
    }
    replayedIds = new Set(replayed.map((message) => message.id))
    if (ended) return
    // Before anything is heard: asking the database may have taken longer than the token had left.
    watchExpiry()
    if (ended) return
    hub.join(key, member)
    changes.wanted()
    if (config.waitMs !== null && config.changes.length > 0) await subscribe(config.waitMs)
    if (ended) return
    joined = true
    if (config.isPrivate) recheck = setInterval(() => run(askAgain), READ_RECHECK_MS)
    reply(join.ref, 'ok', {
      postgres_changes: config.changes.map((params, index) => ({ ...params, id: subscriptionIds[index] })),
    })
    for (const message of replayed) {
      const frame = encodeBroadcast(connection.vsn, topic, message.broadcast)
      if (frame) connection.send(frame)
    }
    present.start()
    if (config.replicationReady) announceReplication()
    if (config.changes.length > 0) {
      if (config.waitMs === null) void subscribe(null)
      else subscriber.system('ok', 'Subscribed to PostgreSQL')
    }
  }

  async function replay({ since, limit }: NonNullable<JoinConfig['replay']>): Promise<StoredMessage[]> {
    if (!config.isPrivate) throw replayOnPublicChannel()
    if (!rights.hears('broadcast')) throw notAllowedToRead(name)
    const wanted = limit ?? 25
    if (typeof since !== 'number' || !Number.isFinite(since) || typeof wanted !== 'number') throw replayNotValid()
    return replayMessages(context.pools.owner, { topic: name, since, limit: wanted })
  }

  function subscribe(waitMs: number | null): Promise<void> {
    const wanted = config.changes.map((params, index) => ({ id: subscriptionIds[index] ?? 0, params }))
    return changes.subscribe(subscriber, { caller, wanted, waitMs })
  }

  function announceReplication() {
    changes.live().then(
      () => system('system', 'ok', 'Replication connection established'),
      () => shutDown('Replication connection was not established in time'),
    )
  }

  function watchExpiry() {
    clearTimeout(expiry)
    const leftMs = caller.claims.exp * 1000 - context.now().getTime()
    if (leftMs > 0) expiry = setTimeout(watchExpiry, Math.min(leftMs, MAX_TIMER_MS))
    else if (joined) shutDown(tokenExpired(0).message)
    // A join that is still under way is refused like one whose token had expired before.
    else refuse(tokenExpired(0))
  }

  /** Tells the client why, and closes the channel; the client joins again when it has what is missing. */
  function shutDown(message: string) {
    if (ended) return
    system('system', 'error', message)
    connection.push({ topic, event: 'phx_close', payload: {}, ref: joinRef, joinRef })
    end()
  }

  function end() {
    if (ended) return
    ended = true
    clearTimeout(expiry)
    clearInterval(recheck)
    hub.leave(key, member)
    changes.unsubscribe(subscriber)
    writerLast.end()
    present.end()
    onEnd()
  }

  function process(message: Incoming): void | Promise<void> {
    if (ended) return
    switch (message.event) {
      case 'broadcast':
        return broadcast(message)
      case 'presence':
        return present.handle(message)
      case 'access_token':
        return refresh(message.payload.access_token)
      case 'phx_leave':
        reply(message.ref, 'ok')
        connection.push({ topic, event: 'phx_close', payload: {}, ref: joinRef, joinRef })
        return end()
    }
  }

  function broadcast(message: Incoming): void | Promise<void> {
    const sent = message.broadcast ?? textBroadcast(message.payload)
    if (sent.body.byteLength > limits.maxPayloadBytes) {
      if (config.ack) reply(message.ref, 'error', { reason: 'Payload size exceeded', error: 'Payload size exceeded' })
      return
    }
    if (!spend(sent.body.byteLength)) {
      if (config.ack) reply(message.ref, 'error', { reason: TOO_MANY, error: TOO_MANY })
      return shutDown(TOO_MANY)
    }
    if (!config.isPrivate) return sendOn(message, sent)
    return rights.mayWrite(caller, 'broadcast').then(async (allowed) => {
      if (!allowed) {
        const reason = `You do not have permissions to write to this Channel topic: ${name}`
        if (config.ack) reply(message.ref, 'error', { reason, error: reason })
        return
      }
      if (sent.meta?.persist) await storeMessage(context.pools.owner, name, sent)
      sendOn(message, sent)
    })
  }

  function spend(bytes: number): boolean {
    return core.spend(connection.network, [{ topic: key, bytes }])
  }

  function sendOn({ ref }: Incoming, sent: UserBroadcast) {
    core.publish(key, { ...sent, meta: null }, config.self ? {} : { except: member })
    if (config.ack) reply(ref, 'ok')
  }

  async function refresh(next: unknown) {
    if (typeof next !== 'string' || next.startsWith('sb_') || next === token) return
    if (!withinTokenRate()) return shutDown('Too many token refreshes')
    try {
      caller = await readToken(context, next)
    } catch (error) {
      if (error instanceof TokenError) return shutDown(error.message)
      throw error
    }
    token = next
    rights.forget()
    await askAgain()
    if (ended) return
    watchExpiry()
    if (config.changes.length > 0) await subscribe(null)
  }

  /** Policies and what they look at may change while a channel is open. */
  async function askAgain() {
    try {
      await rights.read(caller, { presence: present.on, again: true })
    } catch (error) {
      if (!(error instanceof JoinError)) throw error
      shutDown(`You no longer have permission to read from this Channel topic: ${name}`)
    }
  }

  function refuse(error: unknown) {
    if (ended) return
    const told =
      error instanceof JoinError || error instanceof TokenError ? error : databaseAwayAfter(error, topic, context.log)
    const reason = told instanceof TokenError ? `${told.code}: ${told.message}` : told.message
    reply(join.ref, 'error', { reason })
    end()
    if (told instanceof JoinError && told.disconnect) connection.disconnect(reason)
  }

  const run = createSerial({
    maxWaiting: MAX_WAITING_MESSAGES,
    onFull: () => connection.disconnect('Too many messages are waiting'),
    onError(error) {
      context.log.error({ err: error, topic }, 'a realtime message failed')
      if (ended) return
      // Phoenix' word for a crash: the client joins again by itself.
      connection.push({ topic, event: 'phx_error', payload: {}, ref: joinRef, joinRef })
      end()
    },
  })
  run(() => start().catch(refuse))

  return {
    handle(message) {
      // A push of an earlier life of this channel.
      if (message.joinRef !== null && joinRef !== null && message.joinRef !== joinRef) return
      run(() => process(message))
    },
    drop: end,
  }
}

function databaseAwayAfter(error: unknown, topic: string, log: RealtimeCore['context']['log']): JoinError {
  log.error({ err: error, topic }, 'a realtime channel could not be joined')
  return databaseAway()
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
