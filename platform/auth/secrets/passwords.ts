import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { createBoundedQueue } from '../../kernel/bounded-queue.ts'
import { busy } from '../errors.ts'
import { createBcryptWorker } from './bcrypt.ts'

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** More at once would take the thread pool away from files and compression. */
const MAX_RUNNING = 2
/** About three seconds of work; whoever comes later is better told to try again than left waiting. */
const MAX_WAITING = 100

const BCRYPT = /^\$2[aby]?\$\d{2}\$[./A-Za-z0-9]{53}$/
const ARGON2 = /^\$argon2(?:id|i)\$v=19\$m=\d+,t=\d+,p=\d+(?:,[a-z]+=[^$]*)?\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/

export interface Passwords {
  hash(password: string): Promise<string>
  /** False for a user without a password too, after the same work. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Moved users' bcrypt hashes are replaced at the next sign-in. */
  needsRehash(stored: string): boolean
  close(): Promise<void>
}

/** Whether another server's hash can be taken over: bcrypt or argon2, as GoTrue accepts them. */
export function isPasswordHash(text: string): boolean {
  return BCRYPT.test(text) || ARGON2.test(text)
}

/** Hashes and checks passwords off the main thread, a bounded number at once. */
export async function createPasswords(): Promise<Passwords> {
  const { run: inTurn } = createBoundedQueue({ concurrency: MAX_RUNNING, maxWaiting: MAX_WAITING, refuse: busy })
  const bcrypt = createBcryptWorker()
  // Checked for unknown users, so that their response takes as long as a wrong password's.
  const decoy = await argonHash('nobody has this password', ARGON2ID)

  return {
    hash: (password) => inTurn(() => argonHash(password, ARGON2ID)),
    async verify(stored, password) {
      if (stored && BCRYPT.test(stored)) return inTurn(() => bcrypt.compare(password, stored))
      const usable = stored !== null && ARGON2.test(stored)
      const matches = await inTurn(() => argonVerify(usable ? stored : decoy, password))
      return usable && matches
    },
    needsRehash: (stored) => !stored.startsWith('$argon2id$'),
    close: () => bcrypt.close(),
  }
}
