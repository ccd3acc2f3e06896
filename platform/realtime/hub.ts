import type { FanOut } from './fan-out.ts'
import type { Vsn } from './serializer.ts'

/** Public and private channels of one name are two topics: what is said in one is not heard in the other. */
export type TopicKey = `public:${string}` | `private:${string}`

export function topicKey(name: string, isPrivate: boolean): TopicKey {
  return isPrivate ? `private:${name}` : `public:${name}`
}

export function topicName(key: TopicKey): string {
  return key.slice(key.indexOf(':') + 1)
}

/** The topic as clients write it. */
export function wireTopic(name: string): string {
  return `realtime:${name}`
}

/** One channel of one socket, as the hub sees it. */
export interface Member {
  readonly vsn: Vsn
  send(frame: Buffer): void
  /** Private channels may be open to presence alone. */
  readonly hearsBroadcasts: boolean
  readonly hearsPresence: boolean
  /** Ids of stored messages that it has been given already. */
  readonly replayedIds: ReadonlySet<string>
}

export interface Hub {
  join(key: TopicKey, member: Member): void
  leave(key: TopicKey, member: Member): void
  broadcast(key: TopicKey, message: FanOut, options?: { except?: Member; messageId?: string | undefined }): void
  presence(key: TopicKey, message: FanOut): void
  hasMembers(key: TopicKey): boolean
  /** How many channels are joined. */
  size(): number
}

/** Who is on which topic in this process, and the fan-out to them. */
export function createHub(): Hub {
  const topics = new Map<TopicKey, Set<Member>>()
  let size = 0
  return {
    join(key, member) {
      let members = topics.get(key)
      if (!members) {
        members = new Set()
        topics.set(key, members)
      }
      if (!members.has(member)) size += 1
      members.add(member)
    },
    leave(key, member) {
      const members = topics.get(key)
      if (!members?.delete(member)) return
      size -= 1
      if (members.size === 0) topics.delete(key)
    },
    broadcast(key, message, { except, messageId } = {}) {
      for (const member of topics.get(key) ?? []) {
        if (member === except || !member.hearsBroadcasts) continue
        if (messageId !== undefined && member.replayedIds.has(messageId)) continue
        const frame = message.frame(member.vsn)
        if (frame) member.send(frame)
      }
    },
    presence(key, message) {
      for (const member of topics.get(key) ?? []) {
        if (!member.hearsPresence) continue
        const frame = message.frame(member.vsn)
        if (frame) member.send(frame)
      }
    },
    hasMembers: (key) => topics.has(key),
    size: () => size,
  }
}
