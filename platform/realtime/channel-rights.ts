import type { Caller } from '../kernel/caller.ts'
import type { Authorizer, Extension } from './authorize.ts'
import { notAllowedToRead } from './errors.ts'

/** How long a result of the policies about speaking holds: a right that is withdrawn ends this soon. */
const WRITE_RIGHT_MS = 5000

/** What a channel may hear and say. A public one may do all; for a private one the policies are asked. */
export function createChannelRights(options: { authorizer: Authorizer; name: string; isPrivate: boolean }) {
  const { authorizer, name, isPrivate } = options
  let readable: Record<Extension, boolean> = { broadcast: true, presence: true }
  const writable = new Map<Extension, { allowed: boolean; askedAt: number }>()

  return {
    hears: (extension: Extension) => readable[extension],
    /** Asks again; throws when the channel may hear nothing (any more), or less than it did. */
    async read(caller: Caller, { presence, again = false }: { presence: boolean; again?: boolean }): Promise<void> {
      if (!isPrivate) return
      const before = readable
      readable = await authorizer.mayRead(caller, name)
      const lost = (before.broadcast && !readable.broadcast) || (presence && before.presence && !readable.presence)
      // Presence is a right of its own, and only matters to a channel that asks for it.
      const nothing = !readable.broadcast && !(presence && readable.presence)
      if (nothing || (again && lost)) throw notAllowedToRead(name)
    },
    async mayWrite(caller: Caller, extension: Extension): Promise<boolean> {
      if (!isPrivate) return true
      const known = writable.get(extension)
      if (known && performance.now() - known.askedAt < WRITE_RIGHT_MS) return known.allowed
      const askedAt = performance.now()
      const allowed = await authorizer.mayWrite(caller, name, extension)
      writable.set(extension, { allowed, askedAt })
      return allowed
    },
    /** Another token: nothing that is known holds. */
    invalidate: () => writable.clear(),
  }
}

export type ChannelRights = ReturnType<typeof createChannelRights>
