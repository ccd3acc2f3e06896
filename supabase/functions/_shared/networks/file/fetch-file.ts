import { type ClientDependencies, createNetworkClient } from '../client.ts'
import type { Spool } from '../spool.ts'

interface MerchantFile extends ClientDependencies {
  address: string
  spool: Spool
  maxBytes: number
  timeoutMs: number
  signal: AbortSignal
}

const PART = 'file'

/** The file of a merchant as it lies at its address; once it is in the spool nothing is fetched. Returns its path. */
export async function fetchMerchantFile({ address, spool, maxBytes, timeoutMs, signal, ...options }: MerchantFile) {
  const kept = await spool.find(PART)
  if (kept !== null) return kept
  const client = createNetworkClient({
    ...options,
    name: 'The merchant’s server',
    hosts: [new URL(address).hostname],
    refusedAdvice: 'Check the address of the file, and the key in it',
  })
  return client.request({ url: address, maxBytes, timeoutMs }, ({ body }) => spool.keep(PART, body, signal), signal)
}
