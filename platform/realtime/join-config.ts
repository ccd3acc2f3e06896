import { z } from 'zod'
import { isRecord } from './serializer.ts'

/** Hosted clamps what a client may ask to wait for. */
const MAX_WAIT_MS = 20_000
const DEFAULT_WAIT_MS = 15_000

/** A part that is not valid counts as not given: hosted joins with its defaults too. */
const flag = z.boolean().catch(false)

const joinSchema = z.object({
  access_token: z.string().nullish().catch(null),
  user_token: z.string().nullish().catch(null),
  config: z
    .object({
      private: flag,
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replication_ready: flag,
          replay: z.unknown().optional(),
        })
        .catch({ ack: false, self: false, replication_ready: false }),
      presence: z.object({ key: z.string().catch(''), enabled: flag }).catch({ key: '', enabled: false }),
      postgres_changes: z.array(z.unknown()).catch([]),
      postgres_changes_options: z
        .object({ wait: flag, timeout: z.number().int().positive().catch(DEFAULT_WAIT_MS) })
        .catch({ wait: false, timeout: DEFAULT_WAIT_MS }),
    })
    .catch({
      private: false,
      broadcast: { ack: false, self: false, replication_ready: false },
      presence: { key: '', enabled: false },
      postgres_changes: [],
      postgres_changes_options: { wait: false, timeout: DEFAULT_WAIT_MS },
    }),
})

export interface JoinConfig {
  /** The channel's own token; null: the socket's. */
  token: string | null
  isPrivate: boolean
  ack: boolean
  self: boolean
  replicationReady: boolean
  replay: { since: unknown; limit: unknown } | null
  presence: { key: string; enabled: boolean }
  /**
   * A client of supabase-js 1: it names schema, table and filter in the topic, and takes a change's kind for its event.
   */
  isLegacy: boolean
  /** As asked for; echoed with an id each. */
  changes: Record<string, unknown>[]
  /** Hold the response until changes flow, at most this long. */
  waitMs: number | null
}

/** `name`: the topic without its prefix. */
export function readJoin(name: string, payload: Record<string, unknown>): JoinConfig {
  const { access_token, user_token, config } = joinSchema.parse(payload)
  const token = user_token ?? access_token ?? null
  const replay = config.broadcast.replay
  const wait = config.postgres_changes_options
  const isLegacy = !('config' in payload)
  return {
    // An opaque api key is no token: the socket's stands for it.
    token: token === null || token === '' || token.startsWith('sb_') ? null : token,
    isPrivate: config.private,
    ack: config.broadcast.ack,
    self: config.broadcast.self,
    replicationReady: config.broadcast.replication_ready,
    replay: isRecord(replay) ? { since: replay.since, limit: replay.limit } : null,
    presence: { key: config.presence.key || crypto.randomUUID(), enabled: config.presence.enabled },
    isLegacy,
    changes: isLegacy ? [changesOfTopic(name)] : config.postgres_changes.filter(isRecord),
    waitMs: wait.wait ? Math.min(wait.timeout, MAX_WAIT_MS) : null,
  }
}

/** `schema[:table[:filter]]`; a filter may contain colons. */
function changesOfTopic(name: string): Record<string, unknown> {
  const [schema, table, ...filter] = name.split(':')
  return { schema, ...(table ? { table } : {}), ...(filter.length > 0 ? { filter: filter.join(':') } : {}) }
}

/** An id for each subscription of a channel. Equal parameters have equal ids, so that equal channels share frames. */
export function numberChanges(changes: Record<string, unknown>[]): number[] {
  const taken = new Set<number>()
  return changes.map((params) => {
    let id = hash(JSON.stringify(params))
    while (taken.has(id)) id += 1
    taken.add(id)
    return id
  })
}

/** FNV-1a, 31 bits, never 0: the client takes 0 for "no id". */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return (value >>> 1) + 1
}
