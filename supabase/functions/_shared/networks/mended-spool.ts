import { rm } from 'node:fs/promises'
import { FeedError } from '../errors.ts'
import type { Source } from './network.ts'
import type { Spool } from './spool.ts'

/** A spool that forgets the part that was handed out last, when what is in it turns out to be damaged. */
export interface MendedSpool extends Spool {
  forgetLast(): Promise<void>
}

export function mendedSpool(spool: Spool): MendedSpool {
  let last: string | null = null
  return {
    async find(part) {
      last = await spool.find(part)
      return last
    },
    async keep(part, bytes, signal) {
      last = await spool.keep(part, bytes, signal)
      return last
    },
    async forgetLast() {
      if (last !== null) await rm(last, { force: true })
      last = null
    },
  }
}

/** The source; what of its spool cannot be read, or falls short, is fetched anew by the next reading. */
export function mendingSource(source: Source, spool: MendedSpool): Source {
  return {
    ...source,
    async *read(signal) {
      try {
        for await (const batch of source.read(signal)) {
          if (batch.failed?.length) await spool.forgetLast()
          yield batch
        }
      } catch (error) {
        if (!signal.aborted && !(error instanceof FeedError && error.canPass)) await spool.forgetLast()
        throw error
      }
    },
  }
}
