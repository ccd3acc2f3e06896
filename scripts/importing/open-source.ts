import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { FEED_KINDS } from '../../server/worker/feeds/feed-kinds.ts'
import { feedSettings } from '../../server/worker/feeds/feed-settings.ts'
import { openFeedFile } from '../../supabase/functions/_shared/feed-file/open.ts'
import { awin } from '../../supabase/functions/_shared/networks/awin/parse.ts'
import type { Values } from '../../supabase/functions/_shared/networks/credentials.ts'
import { fileSource } from '../../supabase/functions/_shared/networks/file-source.ts'
import type { Source } from '../../supabase/functions/_shared/networks/network.ts'
import { openSpool } from '../../supabase/functions/_shared/networks/spool.ts'
import { fetchFile } from './fetch-file.ts'
import { openOwnFile } from './own-file.ts'

export interface OpenedSource {
  /** What the record calls it; secrets taken out. */
  name: string
  /** Bytes, for the progress bar; 0 where they are not known beforehand. */
  size: number
  open(pool: pg.Pool, signal: AbortSignal): Promise<Source>
  /** Deletes what was fetched. */
  discard(): Promise<void>
}

export const IMPORT_NETWORKS = ['awin', 'cj', 'file'] as const

export interface SourceArguments {
  network: (typeof IMPORT_NETWORKS)[number]
  /** A file or an address; null asks the network itself. */
  feed: string | null
  programmeId: string | null
  /** Of a merchant's own file: whose it is, and what its columns mean, as JSON or the path of a JSON file. */
  merchant: string | null
  mapping: string | null
  environment: Values
  /** The shop's secret key, which opens credentials that an admin stored; asked for where a network is. */
  secret(): Promise<string>
  signal: AbortSignal
}

/** The feed that the command names, or everything that the network has for us. */
export async function openSource(args: SourceArguments): Promise<OpenedSource> {
  const { network, feed, mapping, merchant } = args
  if (network === 'file') return openOwnFile({ ...args, feed, merchant, mapping })
  if (feed === null) return openNetwork({ ...args, network })
  if (network !== 'awin') throw new Error('CJ hands out no files. Leave the feed away to ask CJ itself.')
  return openFile({ ...args, feed })
}

async function openNetwork({
  network,
  environment,
  secret,
}: SourceArguments & { network: 'awin' | 'cj' }): Promise<OpenedSource> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-feeds-'))
  return {
    name: network,
    size: 0,
    async open(pool, signal) {
      const kind = FEED_KINDS.find((each) => each.kind === network)
      if (!kind || 'work' in kind) throw new Error(`${network} cannot be asked.`)
      const settings = await feedSettings(network, { settings: environment, secret: await secret() }, pool)
      return kind.open({ pool, spool: await openSpool(folder), settings, signal })
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

async function openFile({ feed, programmeId, environment, signal }: SourceArguments & { feed: string }) {
  const fetched = await fetchFile(feed, signal)
  try {
    const opened = await openFeedFile({ path: fetched.path, signal })
    const publisherId = environment.AWIN_PUBLISHER_ID?.trim() || null
    const source = fileSource(awin, opened, { programmeId, publisherId })
    return { ...{ name: fetched.name, discard: fetched.discard, size: opened.size }, open: async () => source }
  } catch (error) {
    await fetched.discard()
    throw error
  }
}
