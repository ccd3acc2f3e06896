import type { FanOut } from './fan-out.ts'
import type { Member } from './member.ts'

/** One message for the members of a topic. */
export interface Parcel {
  message: FanOut
  to: 'broadcast' | 'presence'
  except: Member | null
  /** Members that have been given this stored message already are passed over. */
  messageId: string | null
}

interface Numbered extends Parcel {
  number: number
}

/** The members of a topic, each with how many messages the topic had seen when it came: it hears the later ones. */
export type Members = Map<Member, number>

/** The process writes to sockets for this long at most before everything else has its turn. */
const SLICE_MS = 5
/** The clock is looked at after so many sockets. */
const MEMBERS_PER_LOOK = 16
/** Messages of a topic that are written to each member at once: one system call, and at most so much memory. */
const MAX_AT_ONCE = 64
const MAX_BYTES_AT_ONCE = 256 * 1024
/** Whoever can wait before it sends more does so while so many messages are on their way. */
const CROWDED = 500

/**
 * Writes messages to the members of topics, in the order in which they came, in short slices: a flood of broadcasts
 * takes longer to arrive, but holds up nobody who asks this process for a page. What has come meanwhile goes to each
 * member in one write.
 */
export function createFanOutQueue() {
  const ready: TopicQueue[] = []
  const patient = new Set<() => void>()
  let scheduled = false
  let waiting = 0

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(slice)
  }

  function slice() {
    scheduled = false
    const until = performance.now() + SLICE_MS
    do {
      const topic = ready.shift()
      if (!topic) break
      const { isDone, begun } = topic.work(until)
      waiting -= begun
      // At the end of the line: topics take turns, whatever the size of one.
      if (!isDone) ready.push(topic)
    } while (performance.now() < until)
    if (ready.length > 0) schedule()
    if (waiting >= CROWDED) return
    for (const resolve of patient) resolve()
    patient.clear()
  }

  return {
    topic() {
      const queue = createTopicQueue()
      return {
        members: queue.members,
        join: queue.join,
        post(parcel: Parcel) {
          waiting += 1
          if (queue.post(parcel)) ready.push(queue)
          schedule()
        },
      }
    },
    /** Resolves when not much is on its way. */
    async room(): Promise<void> {
      if (waiting >= CROWDED) await new Promise<void>((resolve) => patient.add(resolve))
    },
  }
}

type TopicQueue = ReturnType<typeof createTopicQueue>

function createTopicQueue() {
  const members: Members = new Map()
  const waiting: Numbered[] = []
  let posted = 0
  let round: ReturnType<typeof createRound> | null = null
  return {
    members,
    join: (member: Member) => members.set(member, posted),
    /** True when the topic has had nothing to do until now. */
    post(parcel: Parcel): boolean {
      posted += 1
      waiting.push({ ...parcel, number: posted })
      return waiting.length === 1 && round === null
    },
    /** Works until then; says whether all is done, and how many messages were begun with. */
    work(until: number): { isDone: boolean; begun: number } {
      const batch = round ? [] : takeBatch(waiting)
      round ??= createRound(batch, members)
      if (round.work(until)) round = null
      return { isDone: round === null && waiting.length === 0, begun: batch.length }
    },
  }
}

function takeBatch(waiting: Numbered[]): Numbered[] {
  let bytes = 0
  const end = waiting.findIndex((parcel, index) => {
    bytes += parcel.message.size
    return index === MAX_AT_ONCE || (index > 0 && bytes > MAX_BYTES_AT_ONCE)
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

/** A few messages on their way to those who are members now. */
function createRound(batch: Numbered[], members: Members) {
  const receivers = [...members.keys()]
  const first = batch[0]?.number ?? 0
  const excepted = new Set(batch.map(({ except }) => except))
  /** What members of one kind are given: all the same bytes. */
  const shared = new Map<string, Buffer | null>()
  let next = 0

  function bytesFor(member: Member): Buffer | null {
    const { vsn, hearsBroadcasts, hearsPresence } = member
    const hears = { broadcast: hearsBroadcasts, presence: hearsPresence }
    const since = members.get(member) ?? Number.POSITIVE_INFINITY // has left meanwhile
    if (excepted.has(member) || member.replayedIds.size > 0 || since >= first) {
      const wanted = batch.filter(({ to, except, messageId, number }) => {
        const isNews = number > since && (messageId === null || !member.replayedIds.has(messageId))
        return isNews && hears[to] && except !== member
      })
      return join(wanted.map(({ message }) => message.frame(vsn)))
    }
    const kind = `${vsn} ${hearsBroadcasts} ${hearsPresence}`
    let bytes = shared.get(kind)
    if (bytes === undefined) {
      bytes = join(batch.flatMap(({ to, message }) => (hears[to] ? [message.frame(vsn)] : [])))
      shared.set(kind, bytes)
    }
    return bytes
  }

  return {
    work(until: number): boolean {
      while (next < receivers.length) {
        for (const member of receivers.slice(next, next + MEMBERS_PER_LOOK)) deliver(member)
        next += MEMBERS_PER_LOOK
        if (performance.now() > until) break
      }
      return next >= receivers.length
    },
  }

  function deliver(member: Member) {
    const bytes = bytesFor(member)
    if (bytes) member.send(bytes)
  }
}

function join(frames: (Buffer | null)[]): Buffer | null {
  const present = frames.filter((frame) => frame !== null)
  return present.length > 1 ? Buffer.concat(present) : (present[0] ?? null)
}
