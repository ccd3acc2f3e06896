import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FeedError, feedErrors } from '../../errors.ts'
import { ResponseTooLargeError, safeFetch, UnreachableError } from '../../safe-fetch.ts'

export interface DownloadedFeed {
  path: string
  /** Deletes it. */
  discard(): Promise<void>
}

export interface DownloadOptions {
  url: string
  signal: AbortSignal
  isAllowed?: (address: string, port: number) => boolean
}

/** Two million products, Awin's limit, are some 200 MB packed and 2 GB plain. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024
const TIMEOUT_MS = 60 * 60 * 1000
/** Awin prepares a large feed for a while before it sends the first byte. */
const IDLE_TIMEOUT_MS = 3 * 60 * 1000

/**
 * Fetches a feed into a temporary file: the database is not kept waiting for a slow network, and a zip file can only be
 * read from its end. Awin answers a wrong key with 403 and plain text.
 */
export async function downloadFeed({ url, signal, isAllowed }: DownloadOptions): Promise<DownloadedFeed> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-feed-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const response = await safeFetch(url, {
      signal,
      timeoutMs: TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      isAllowed,
    })
    if (response.status === 401 || response.status === 403) {
      throw feedErrors.download('the network refuses the key. Check the data feed key in the address')
    }
    if (response.status !== 200) throw feedErrors.download(`the network answered ${response.status}`)
    const path = join(folder, 'feed')
    await pipeline(response.body, createWriteStream(path, { mode: 0o600 }), { signal })
    return { path, discard }
  } catch (error) {
    await discard()
    if (signal.aborted) throw feedErrors.cancelled()
    if (error instanceof UnreachableError) throw feedErrors.addressRefused()
    if (error instanceof ResponseTooLargeError) throw feedErrors.download('it is larger than any feed')
    if (error instanceof FeedError || (error instanceof Error && 'code' in error && error.code === 'ENOSPC'))
      throw error
    throw feedErrors.download('the connection broke off')
  }
}
