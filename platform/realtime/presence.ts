import { fanOutMessage } from './fan-out.ts'
import { type Hub, type TopicKey, topicName, wireTopic } from './hub.ts'

/** What one client tracks, with the reference by which clients tell two of its states apart. */
export interface Meta {
  phx_ref: string
  phx_ref_prev?: string
  [key: string]: unknown
}

export interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}
export type PresenceState = Record<string, { metas: Meta[] }>

/** One presence that a process owns, as other processes are told of it. */
export interface PresenceEntry {
  topic: TopicKey
  key: string
  meta: Meta
}

/** What a channel wants to track. */
interface Tracking {
  topic: TopicKey
  key: string
  payload: Record<string, unknown>
}

/** Changes of a few milliseconds go out as one message: a thousand arrivals are not a million messages. */
const GATHER_MS = 10

export interface PresenceOptions {
  hub: Hub
  /** Of a topic's whole list, as its newcomers are sent it. */
  maxBytesPerTopic: number
  /** Tells the other processes what this one's clients did. */
  announce(joins: PresenceEntry[], leaves: PresenceEntry[]): void
}

/** Who is present on each topic, in this process and in the others. Clients see one list. */
export function createPresence({ hub, maxBytesPerTopic, announce }: PresenceOptions) {
  const topics = new Map<TopicKey, Map<string, PresenceEntry & { node: string | null }>>()
  const sizes = new Map<TopicKey, number>()
  const gathered = new Map<TopicKey, PresenceDiff>()
  let timer: NodeJS.Timeout | undefined
  let counter = 0
  const prefix = crypto.randomUUID().slice(0, 8)

  function nextRef(): string {
    counter += 1
    return `${prefix}${counter.toString(36)}`
  }

  function add(entry: PresenceEntry, node: string | null) {
    let entries = topics.get(entry.topic)
    if (!entries) {
      entries = new Map()
      topics.set(entry.topic, entries)
    }
    entries.set(entry.meta.phx_ref, { ...entry, node })
    sizes.set(entry.topic, (sizes.get(entry.topic) ?? 0) + sizeOf(entry))
    gather(entry, 'joins')
  }

  function remove({ topic, meta }: PresenceEntry) {
    const entries = topics.get(topic)
    const known = entries?.get(meta.phx_ref)
    if (!entries || !known) return
    entries.delete(meta.phx_ref)
    sizes.set(topic, (sizes.get(topic) ?? 0) - sizeOf(known))
    if (entries.size === 0) {
      topics.delete(topic)
      sizes.delete(topic)
    }
    gather(known, 'leaves')
  }

  function gather(entry: PresenceEntry, side: 'joins' | 'leaves') {
    if (!hub.hasMembers(entry.topic)) return
    let diff = gathered.get(entry.topic)
    if (!diff) {
      diff = { joins: emptyState(), leaves: emptyState() }
      gathered.set(entry.topic, diff)
    }
    addMeta(diff[side], entry)
    timer ??= setTimeout(flush, GATHER_MS)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const diffs = [...gathered]
    gathered.clear()
    for (const [key, payload] of diffs) {
      hub.presence(key, fanOutMessage({ topic: wireTopic(topicName(key)), event: 'presence_diff', payload }))
    }
  }

  return {
    /** Whether a topic's list has room for one more, in place of what the same channel tracked before. */
    hasRoom(entry: Tracking, previous: PresenceEntry | null): boolean {
      const freed = previous ? sizeOf(previous) : 0
      const wanted = sizeOf({ topic: entry.topic, key: entry.key, meta: { ...entry.payload, phx_ref: prefix } })
      // Whoever takes less than before may always do so.
      return wanted <= freed || (sizes.get(entry.topic) ?? 0) - freed + wanted <= maxBytesPerTopic
    },
    /** Replaces what a channel tracks; returns its new entry. */
    track(entry: Tracking, previous: PresenceEntry | null) {
      const previousRef = previous ? { phx_ref_prev: previous.meta.phx_ref } : {}
      const meta: Meta = { ...entry.payload, ...previousRef, phx_ref: nextRef() }
      const next: PresenceEntry = { topic: entry.topic, key: entry.key, meta }
      add(next, null)
      if (previous) remove(previous)
      announce([next], previous ? [previous] : [])
      return next
    },
    untrack(entry: PresenceEntry) {
      remove(entry)
      announce([], [entry])
    },
    /** The present list of a topic. Sends what is gathered first, so that a newcomer hears nothing twice. */
    state(topic: TopicKey): PresenceState {
      flush()
      const state = emptyState()
      for (const entry of topics.get(topic)?.values() ?? []) addMeta(state, entry)
      return state
    },
    /** What this process owns, for a process that has just started. */
    own(): PresenceEntry[] {
      return [...topics.values()].flatMap((entries) =>
        [...entries.values()]
          .filter((entry) => entry.node === null)
          .map(({ topic, key, meta }) => ({ topic, key, meta })),
      )
    },
    remoteChanged(node: string, joins: PresenceEntry[], leaves: PresenceEntry[]) {
      for (const entry of joins) add(entry, node)
      for (const entry of leaves) remove(entry)
    },
    /** Another process's whole list; null when it is gone. */
    remoteState(node: string, entries: PresenceEntry[] | null) {
      const refs = new Set(entries?.map((entry) => entry.meta.phx_ref))
      const known = [...topics.values()].flatMap((of) => [...of.values()].filter((entry) => entry.node === node))
      const knownRefs = new Set(known.map((entry) => entry.meta.phx_ref))
      for (const entry of known) if (!refs.has(entry.meta.phx_ref)) remove(entry)
      for (const entry of entries ?? []) if (!knownRefs.has(entry.meta.phx_ref)) add(entry, node)
    },
    close() {
      clearTimeout(timer)
    },
  }
}

export type Presence = ReturnType<typeof createPresence>

/** About what an entry takes in a list. */
function sizeOf({ key, meta }: PresenceEntry): number {
  return Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(meta))
}

/** Keys come from clients: without a prototype none of them is special. */
function emptyState(): PresenceState {
  return Object.create(null)
}

function addMeta(state: PresenceState, { key, meta }: PresenceEntry) {
  const present = state[key]
  if (present) present.metas.push(meta)
  else state[key] = { metas: [meta] }
}
