import { createNetworkClient } from '../client.ts'
import { askSovrn, SOVRN_CLIENT, type SovrnSourceOptions } from './source.ts'

/** A barcode that need not be known: a refused key is told before. */
const ANY_GTIN = '4006381333931'

export async function checkSovrn(
  options: Omit<SovrnSourceOptions, 'spool' | 'lookUps' | 'budget'>,
  signal: AbortSignal,
): Promise<string> {
  const client = createNetworkClient({ ...options, ...SOVRN_CLIENT })
  await askSovrn(client, options.credentials, { gtin: ANY_GTIN }, signal)
  return `Sovrn takes both keys for ${options.credentials.market}.`
}
