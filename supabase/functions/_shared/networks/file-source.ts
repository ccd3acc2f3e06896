import type { OpenedFeed } from '../feed-file/open.ts'
import type { NetworkAdapter, ParseOptions, Source } from './network.ts'

/** A file of a network's as a source. Read to its end it is complete. */
export function fileSource(network: NetworkAdapter, feed: OpenedFeed, options: ParseOptions): Source {
  return {
    id: network.id,
    linkHosts: network.linkHosts,
    position: feed.position,
    async *read() {
      yield* network.parse(feed.bytes, options)
      yield { rows: [], rejected: [], repaired: {}, completed: 'all' }
    },
  }
}
