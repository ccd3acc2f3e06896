import type { NetworkRequest } from '../client.ts'
import type { AwinCredentials } from './credentials.ts'

/** Where lists lie: Awin's own names, old and new. */
export const FILE_HOSTS = ['productdata.awin.com', 'datafeed.api.productserve.com'] as const

/** The list of lists has a line of some 300 bytes for each programme of the network. */
const LIST_BYTES = 64 * 1024 * 1024
const LIST_MS = 5 * 60 * 1000

export const listRequest = ({ feedKey }: AwinCredentials): NetworkRequest => ({
  url: `https://${FILE_HOSTS[0]}/datafeed/list/apikey/${encodeURIComponent(feedKey)}`,
  ...{ maxBytes: LIST_BYTES, timeoutMs: LIST_MS },
})
