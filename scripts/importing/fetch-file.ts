import { resolve } from 'node:path'
import { downloadFeed } from '../../supabase/functions/_shared/networks/awin/download.ts'
import { redactUrl } from '../../supabase/functions/_shared/redact-url.ts'

export interface FetchedFile {
  path: string
  /** What the record calls it; secrets taken out. */
  name: string
  /** Deletes what was fetched. */
  discard(): Promise<void>
}

/** A file of this machine, or what lies at an address. */
export async function fetchFile(feed: string, signal: AbortSignal): Promise<FetchedFile> {
  if (!/^https?:\/\//i.test(feed)) return { path: resolve(feed), name: resolve(feed), discard: async () => {} }
  console.log(`Downloading ${redactUrl(feed)}`)
  return { ...(await downloadFeed({ url: feed, signal })), name: redactUrl(feed) }
}
