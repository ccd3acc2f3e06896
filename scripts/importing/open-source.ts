import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { openFeedFile } from '../../supabase/functions/_shared/feed-file/open.ts'
import { publishedLists } from '../../supabase/functions/_shared/import/published-lists.ts'
import { awinCredentials } from '../../supabase/functions/_shared/networks/awin/credentials.ts'
import { downloadFeed } from '../../supabase/functions/_shared/networks/awin/download.ts'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import { awinSource } from '../../supabase/functions/_shared/networks/awin/source.ts'
import type { Values } from '../../supabase/functions/_shared/networks/credentials.ts'
import { fileSource } from '../../supabase/functions/_shared/networks/file-source.ts'
import type { Source } from '../../supabase/functions/_shared/networks/network.ts'
import { openSpool } from '../../supabase/functions/_shared/networks/spool.ts'
import { redactUrl } from '../../supabase/functions/_shared/redact-url.ts'

export interface OpenedSource {
  /** What the record calls it; secrets taken out. */
  name: string
  /** Bytes, for the progress bar; 0 where they are not known beforehand. */
  size: number
  open(pool: pg.Pool): Promise<Source>
  /** Deletes what was fetched. */
  discard(): Promise<void>
}

export interface SourceArguments {
  /** A file or an address; null asks the network itself. */
  feed: string | null
  programmeId: string | null
  environment: Values
  signal: AbortSignal
}

/** The feed that the command names, or everything that the network has for us. */
export async function openSource(args: SourceArguments): Promise<OpenedSource> {
  const { feed, environment } = args
  if (feed !== null) return openFile({ ...args, feed })
  const credentials = awinCredentials(environment)
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-feeds-'))
  return {
    name: 'awin',
    size: 0,
    open: async (pool) =>
      awinSource({ credentials, spool: await openSpool(folder), published: await publishedLists(pool, 'awin') }),
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

async function openFile({ feed, programmeId, environment, signal }: SourceArguments & { feed: string }) {
  const isUrl = /^https?:\/\//i.test(feed)
  if (isUrl) console.log(`Downloading ${redactUrl(feed)}`)
  const downloaded = isUrl ? await downloadFeed({ url: feed, signal }) : null
  const discard = async () => downloaded?.discard()
  try {
    const opened = await openFeedFile({ path: downloaded?.path ?? resolve(feed), signal })
    const publisherId = environment.AWIN_PUBLISHER_ID?.trim() || null
    const source = fileSource(awin, opened, { programmeId, publisherId })
    return { name: isUrl ? redactUrl(feed) : resolve(feed), size: opened.size, open: async () => source, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
