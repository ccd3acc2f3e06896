import { z } from 'zod'
import { safeFetch as trueFetch } from '../../../supabase/functions/_shared/safe-fetch.ts'
import { leadTo } from './fake-network.ts'

// biome-ignore lint/performance/noBarrelFile: it stands in for the whole module; see tests/support/lead-networks.ts.
export * from '../../../supabase/functions/_shared/safe-fetch.ts'

/** As outside: a run that waits for a silent network has to last until a test has cancelled it. */
const SILENCE_MS = 60_000

const led = z.record(z.string(), z.url()).parse(JSON.parse(process.env.FAKE_NETWORKS ?? '{}'))

/** Leads networks to their fakes, and is the safe fetch for everything else. */
export const safeFetch: typeof trueFetch = (address, options) => {
  const { host } = new URL(address)
  const url = led[host]
  return url === undefined ? trueFetch(address, options) : leadTo(url, [host], SILENCE_MS)(address, options)
}
