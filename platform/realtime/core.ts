import type { ServiceContext } from '../kernel/service.ts'
import type { WritesUnderWay } from '../kernel/writes-under-way.ts'
import type { Authorizer } from './authorize.ts'
import type { Changes } from './changes/changes.ts'
import type { Hub, TopicKey } from './hub.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Member } from './member.ts'
import type { ClientMemoryBudget } from './memory-budget.ts'
import type { Presence } from './presence.ts'
import type { UserBroadcast } from './serializer.ts'

/** What the channels of this process share. */
export interface RealtimeCore {
  context: ServiceContext
  limits: RealtimeLimits
  hub: Hub
  presence: Presence
  memory: ClientMemoryBudget
  authorizer: Authorizer
  changes: Changes
  writes: WritesUnderWay
  /** Takes from the sender's budget what sending these on will cost; false, and nothing taken, when it is too much. */
  spend(network: string | null, messages: { topic: TopicKey; bytes: number }[]): boolean
  /** Sends a broadcast to everybody on a topic, in every process. */
  publish(key: TopicKey, broadcast: UserBroadcast, options?: { except?: Member }): void
}
