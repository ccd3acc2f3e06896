import { networkErrors } from '../errors.ts'

/** One value that a network asks for. */
export interface Credential {
  /** Its setting's name, such as AWIN_FEED_KEY. */
  name: string
  isRequired: boolean
  /** Where the operator finds it. */
  from: string
}

export type Values = Readonly<Record<string, string | undefined>>

/** Looks values up, tidied: pasting brings blanks and line ends along. Tells all that are missing at once, and where they are found. */
export function readCredentials(network: string, credentials: readonly Credential[], values: Values) {
  const found = new Map(credentials.map(({ name }) => [name, values[name]?.trim() ?? '']))
  const missing = credentials.filter(({ name, isRequired }) => isRequired && found.get(name) === '')
  if (missing.length > 0) throw networkErrors.credentialsMissing(network, missing)
  // A line break inside would end a header and begin another.
  for (const [name, value] of found) {
    if (!/^[\x21-\x7e]*$/.test(value)) throw networkErrors.credentialBroken(network, name)
  }
  return (name: string): string => found.get(name) ?? ''
}
