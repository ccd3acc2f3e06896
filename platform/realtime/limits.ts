import type { PlatformConfig } from '../config/schema.ts'

/** What one client may cost the process. Figures are hosted Supabase's where it publishes them. */
export interface RealtimeLimits {
  /** Sockets of this process; each costs some 30 kB. Above: 429 at the handshake. */
  maxConnections: number
  /** Of one address (an IPv6 network): a single visitor must not take every place. Room for a large office behind one. */
  maxConnectionsPerAddress: number
  /** Channels of one socket: hosted allows 100. */
  maxChannelsPerConnection: number
  /** A page that joins in a loop is disconnected. */
  maxJoinsPerSecond: number
  /** Messages one socket may send in a second, all channels together, before its channel is shut. */
  maxMessagesPerSecond: number
  /** track() and untrack() of one channel: each is told to everybody in it. */
  maxPresenceCallsPerWindow: number
  presenceWindowMs: number
  /** One broadcast or presence payload. Hosted's largest plan allows 3 MB. */
  maxPayloadBytes: number
  /** Bytes of one socket that stay: topics and settings of its channels, and what it tracks. */
  maxMemoryBytes: number
  /** The same of all sockets: beyond it newcomers are refused, and the process goes on. */
  maxMemoryBytesAltogether: number
  /** Of one topic, what all together track: each newcomer is sent the whole list. */
  maxPresenceBytesPerTopic: number
  /** Bytes that may wait for a slow reader; above, it is disconnected, so that it cannot fill the memory. */
  maxWaitingBytes: number
  /** The same of all sockets: many slow readers together must not fill the memory either. Those furthest behind go. */
  maxWaitingBytesAltogether: number
  /** A socket that sends nothing, not even a heartbeat (clients: every 25 s), is closed. Phoenix' own figure. */
  idleMs: number
  /** A socket without a channel is of no use to anybody. */
  withoutChannelMs: number
  /** postgres_changes subscriptions in one channel; each is matched against every change of its table. */
  maxSubscriptionsPerChannel: number
  /** A token may be refreshed in a channel this often; each refresh asks the database for the policies again. */
  maxTokenRefreshesPerMinute: number
  /**
   * Bytes of broadcasts and presence that one address may send on in a second, and one topic, counted once for each
   * receiver. A message of 2 kB to 1,000 visitors costs 2.4 MB; hosted's largest plan sends 2,500 messages a second.
   */
  fanOutBytesPerSecond: number
  /** The same at once, after a while of silence. */
  fanOutBurstBytes: number
  /** The same of all together: what one process manages while it serves pages. */
  fanOutBytesPerSecondAltogether: number
  fanOutBurstBytesAltogether: number
  /** Messages of all sockets of one address. */
  messagesPerSecondPerAddress: number
  /** Joins of all sockets of one address: a whole office comes back at once after a restart. */
  joinsPerSecondPerAddress: number
  joinBurstPerAddress: number
}

export const DEFAULT_LIMITS: RealtimeLimits = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: 2000,
  maxChannelsPerConnection: 100,
  maxJoinsPerSecond: 100,
  maxMessagesPerSecond: 1000,
  maxPresenceCallsPerWindow: 30,
  presenceWindowMs: 30_000,
  maxPayloadBytes: 3_000_000,
  maxMemoryBytes: 1024 * 1024,
  maxMemoryBytesAltogether: 128 * 1024 * 1024,
  maxPresenceBytesPerTopic: 1024 * 1024,
  maxWaitingBytes: 8 * 1024 * 1024,
  maxWaitingBytesAltogether: 256 * 1024 * 1024,
  idleMs: 60_000,
  withoutChannelMs: 600_000,
  maxSubscriptionsPerChannel: 100,
  maxTokenRefreshesPerMinute: 60,
  fanOutBytesPerSecond: 50_000_000,
  fanOutBurstBytes: 150_000_000,
  fanOutBytesPerSecondAltogether: 150_000_000,
  fanOutBurstBytesAltogether: 300_000_000,
  messagesPerSecondPerAddress: 20_000,
  joinsPerSecondPerAddress: 500,
  joinBurstPerAddress: 3000,
}

/** The limits as `[platform.realtime]` sets them. Bursts and sums follow from what is set, in the shares of the defaults. */
export function configuredLimits({ realtime }: PlatformConfig['platform']): RealtimeLimits {
  const share = realtime.fan_out_per_second / DEFAULT_LIMITS.fanOutBytesPerSecond
  const shareAltogether = realtime.fan_out_per_second_altogether / DEFAULT_LIMITS.fanOutBytesPerSecondAltogether
  return {
    ...DEFAULT_LIMITS,
    maxConnections: realtime.max_connections,
    maxConnectionsPerAddress: realtime.max_connections_per_address,
    maxChannelsPerConnection: realtime.max_channels_per_connection,
    maxJoinsPerSecond: realtime.max_joins_per_second,
    maxMessagesPerSecond: realtime.max_messages_per_second,
    maxPayloadBytes: realtime.max_payload_size,
    maxPresenceBytesPerTopic: realtime.max_presence_size,
    fanOutBytesPerSecond: realtime.fan_out_per_second,
    fanOutBurstBytes: DEFAULT_LIMITS.fanOutBurstBytes * share,
    fanOutBytesPerSecondAltogether: realtime.fan_out_per_second_altogether,
    fanOutBurstBytesAltogether: DEFAULT_LIMITS.fanOutBurstBytesAltogether * shareAltogether,
  }
}

/** Counts events in consecutive windows. Returns false for those beyond the limit. */
export function createRateLimit({ max, windowMs }: { max: number; windowMs: number }): () => boolean {
  let windowStart = 0
  let count = 0
  return () => {
    const now = performance.now()
    if (now - windowStart >= windowMs) {
      windowStart = now
      count = 0
    }
    count += 1
    return count <= max
  }
}
