import type pg from 'pg'
import { demoSource, showsDemo } from '#demo/seed/demo-source.ts'
import { FeedError } from '../../../supabase/functions/_shared/errors.ts'
import { publishedLists } from '../../../supabase/functions/_shared/import/published-lists.ts'
import type { RunRecord } from '../../../supabase/functions/_shared/import/run-record.ts'
import { createSelector, loadSelections } from '../../../supabase/functions/_shared/import/selection.ts'
import { amazonCredentials } from '../../../supabase/functions/_shared/networks/amazon/credentials.ts'
import { awinCredentials } from '../../../supabase/functions/_shared/networks/awin/credentials.ts'
import { awinSource } from '../../../supabase/functions/_shared/networks/awin/source.ts'
import { cjCredentials } from '../../../supabase/functions/_shared/networks/cj/credentials.ts'
import { cjSource } from '../../../supabase/functions/_shared/networks/cj/source.ts'
import type { ClientDependencies } from '../../../supabase/functions/_shared/networks/client.ts'
import type { Values } from '../../../supabase/functions/_shared/networks/credentials.ts'
import type { Source } from '../../../supabase/functions/_shared/networks/network.ts'
import { shopifyStore } from '../../../supabase/functions/_shared/networks/shopify/credentials.ts'
import { shopifySource } from '../../../supabase/functions/_shared/networks/shopify/source.ts'
import { sovrnCredentials } from '../../../supabase/functions/_shared/networks/sovrn/credentials.ts'
import { sovrnSource } from '../../../supabase/functions/_shared/networks/sovrn/source.ts'
import type { Spool } from '../../../supabase/functions/_shared/networks/spool.ts'
import type { Job } from '../job.ts'
import { findAtAmazon } from './amazon/find.ts'
import { refreshAmazon } from './amazon/refresh.ts'
import { meteredFetch } from './metered-fetch.ts'
import { SOVRN_BUDGET, sovrnLookUps } from './sovrn-look-ups.ts'

export interface FeedContext extends ClientDependencies {
  pool: pg.Pool
  spool: Spool
  /** The operator's settings, credentials among them. */
  settings: Values
  /** The network's ids of the programmes that are asked for; null for all. */
  programmes?: ReadonlySet<string> | null
  signal: AbortSignal
}

/** What an import has that does its own writing. */
export interface FeedWork extends Omit<FeedContext, 'spool' | 'programmes'> {
  job: Job
  record: RunRecord
  /** Tells what would change, and writes nothing. */
  dryRun: boolean
}

/** An import that can be asked for; private.feed_kinds has the same names. */
export type FeedKind = FeedKindOptions &
  ({ open(context: FeedContext): Source | Promise<Source> } | { work(context: FeedWork): Promise<{ status: string }> })

interface FeedKindOptions {
  kind: string
  /** Pictures may be paths of our own site. */
  allowSiteImages?: boolean
  /** Whether it can be asked for some programmes alone. */
  takesProgrammes?: boolean
  /** Throws a FeedError whose sentence says what is missing before it can run. */
  check(settings: Values, pool: Pick<pg.Pool, 'query'>): unknown
}

export const FEED_KINDS: readonly FeedKind[] = [
  {
    kind: 'awin',
    takesProgrammes: true,
    check: awinCredentials,
    async open({ pool, settings, programmes = null, ...rest }) {
      const selector = createSelector(await loadSelections(pool, 'awin'), '')
      return awinSource({
        ...{ ...rest, credentials: awinCredentials(settings), published: await publishedLists(pool, 'awin') },
        isOff: (programme, feed) =>
          selector.isOff(programme, feed) || (programmes !== null && !programmes.has(programme)),
      })
    },
  },
  {
    kind: 'cj',
    check: cjCredentials,
    open: ({ settings, ...rest }) => cjSource({ ...rest, credentials: cjCredentials(settings) }),
  },
  {
    kind: 'sovrn',
    check: sovrnCredentials,
    open: async ({ pool, settings, signal, ...rest }) =>
      sovrnSource({
        ...rest,
        fetch: meteredFetch({ ...rest, pool, signal, budget: SOVRN_BUDGET }),
        credentials: sovrnCredentials(settings),
        lookUps: await sovrnLookUps({ pool, spool: rest.spool, signal }),
      }),
  },
  {
    kind: 'demo',
    allowSiteImages: true,
    async check(_settings, pool) {
      if (await showsDemo(pool)) return
      throw new FeedError(
        'no_demo',
        'This shop shows no products of the demo, and they do not come back by themselves.',
      )
    },
    open: demoSource,
  },
  { kind: 'amazon', check: amazonCredentials, work: findAtAmazon },
  { kind: 'amazon-update', check: amazonCredentials, work: refreshAmazon },
  {
    kind: 'shopify',
    check: shopifyStore,
    open: ({ settings, ...rest }) => shopifySource({ ...rest, store: shopifyStore(settings) }),
  },
]
