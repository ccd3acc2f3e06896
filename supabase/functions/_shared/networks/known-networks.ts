import { checkAmazon } from './amazon/check.ts'
import { AMAZON_CREDENTIALS, amazonCredentials } from './amazon/credentials.ts'
import { checkAwin } from './awin/check.ts'
import { AWIN_CREDENTIALS, awinCredentials } from './awin/credentials.ts'
import { checkCj } from './cj/check.ts'
import { CJ_CREDENTIALS, cjCredentials } from './cj/credentials.ts'
import type { ClientDependencies } from './client.ts'
import type { Credential, Values } from './credentials.ts'
import { checkSovrn } from './sovrn/check.ts'
import { SOVRN_CREDENTIALS, sovrnCredentials } from './sovrn/credentials.ts'

interface KnownNetwork {
  name: string
  credentials: readonly Credential[]
  /** Asks the network itself; throws a FeedError that says what is wrong. Returns what it found. */
  check(values: Values, options: ClientDependencies, signal: AbortSignal): Promise<string>
}

/** Networks that need keys. */
export const KNOWN_NETWORKS = {
  amazon: {
    ...{ name: 'Amazon', credentials: AMAZON_CREDENTIALS },
    check: (values, options, signal) => checkAmazon({ ...options, credentials: amazonCredentials(values) }, signal),
  },
  awin: {
    ...{ name: 'Awin', credentials: AWIN_CREDENTIALS },
    check: (values, options, signal) => checkAwin({ ...options, credentials: awinCredentials(values) }, signal),
  },
  cj: {
    ...{ name: 'CJ', credentials: CJ_CREDENTIALS },
    check: (values, options, signal) => checkCj({ ...options, credentials: cjCredentials(values) }, signal),
  },
  sovrn: {
    ...{ name: 'Sovrn', credentials: SOVRN_CREDENTIALS },
    check: (values, options, signal) => checkSovrn({ ...options, credentials: sovrnCredentials(values) }, signal),
  },
} as const satisfies Record<string, KnownNetwork>

export const CREDENTIAL_NAMES: readonly string[] = Object.values(KNOWN_NETWORKS).flatMap(({ credentials }) =>
  credentials.map(({ name }) => name),
)
