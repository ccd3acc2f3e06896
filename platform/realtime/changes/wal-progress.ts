/** Where a change stands: its transaction by the position of the commit, and its number in the transaction. */
export interface WalPosition {
  finalLsn: bigint
  index: number
}

/** What has been delivered, so that what the server sends again is delivered once, and what it may forget. */
export function createWalProgress() {
  /** Where the last finished transaction ended: everything up to here may be forgotten by the server. */
  let confirmed = 0n
  let lastFinal = 0n
  /** How far the transaction in work is, in case the connection is lost in the middle of it. */
  let partial: WalPosition = { finalLsn: 0n, index: -1 }

  return {
    get confirmed() {
      return confirmed
    },
    confirm(lsn: bigint) {
      if (lsn > confirmed) confirmed = lsn
    },
    delivered({ finalLsn, index }: WalPosition) {
      partial = { finalLsn, index }
    },
    finished({ done, endLsn }: { done: bigint; endLsn: bigint }) {
      // After a reconnection the first transactions are those that have been delivered already.
      if (done > lastFinal) lastFinal = done
      if (endLsn > confirmed) confirmed = endLsn
    },
    isDelivered({ finalLsn, index }: WalPosition): boolean {
      return finalLsn <= lastFinal || (finalLsn === partial.finalLsn && index <= partial.index)
    },
    /** A new slot begins after everything that the one before has sent, and the log may be another server's. */
    startOver() {
      confirmed = 0n
      lastFinal = 0n
      partial = { finalLsn: 0n, index: -1 }
    },
  }
}
