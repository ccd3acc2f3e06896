import type { Vsn } from './serializer.ts'

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
