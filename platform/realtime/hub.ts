import type { FanOut } from './fan-out.ts'
import { createFanOutQueue } from './fan-out-queue.ts'
import type { Member } from './member.ts'

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

export interface Hub {
  join(key: TopicKey, member: Member): void
  leave(key: TopicKey, member: Member): void
  broadcast(key: TopicKey, message: FanOut, options?: { except?: Member; messageId?: string | undefined }): void
  presence(key: TopicKey, message: FanOut): void
  hasMembers(key: TopicKey): boolean
  /** How many channels are joined, on one topic or on all. */
  size(key?: TopicKey): number
  /** Resolves when not much is on its way: who can wait does not fill the memory. */
  room(): Promise<void>
}

/** Who is on which topic in this process, and the fan-out to them. */
export function createHub(): Hub {
  const queue = createFanOutQueue()
  const topics = new Map<TopicKey, ReturnType<typeof queue.topic>>()
  let size = 0
  return {
    join(key, member) {
      const topic = topics.get(key) ?? queue.topic()
      topics.set(key, topic)
      if (topic.members.has(member)) return
      size += 1
      topic.join(member)
    },
    leave(key, member) {
      const topic = topics.get(key)
      if (!topic?.members.delete(member)) return
      size -= 1
      if (topic.members.size === 0) topics.delete(key)
    },
    broadcast(key, message, { except, messageId } = {}) {
      topics.get(key)?.post({ message, to: 'broadcast', except: except ?? null, messageId: messageId ?? null })
    },
    presence(key, message) {
      topics.get(key)?.post({ message, to: 'presence', except: null, messageId: null })
    },
    hasMembers: (key) => topics.has(key),
    size: (key) => (key === undefined ? size : (topics.get(key)?.members.size ?? 0)),
    room: queue.room,
  }
}
