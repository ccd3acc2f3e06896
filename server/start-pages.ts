import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { changedConfig } from '#domain/site-config.ts'
import type { Listener, Log } from '#platform'
import type { Config } from './boot/config.ts'
import { SHOP_MIGRATIONS } from './boot/database.ts'
import { ADMIN_FILES, loadBuiltAdmin, loadDevelopmentAdmin } from './http/admin-app.ts'
import { createApp } from './http/app.ts'
import { createShopListener } from './http/listener.ts'
import { createOutboundFetch } from './http/outbound-fetch.ts'
import { adminHeaders, pageHeaders } from './http/security-headers.ts'
import { shedRenders } from './http/shed-renders.ts'
import { CLIENT_FILES, type LoadedSite, loadBuiltSite, loadDevelopmentSite } from './http/site-loader.ts'
import { openStaticFiles, type StaticFiles, type StaticFilesOptions } from './http/static-files.ts'
import { MAX_SOURCE_BYTES } from './images/fetch-source.ts'
import { openImages } from './images/open-images.ts'
import { createHealth, type Health } from './observability/health.ts'
import { createMetrics } from './observability/metrics.ts'
import { listenForInvalidations } from './page-cache/invalidation.ts'
import { createPageCache, type HeardChanges, type PageCache } from './page-cache/page-cache.ts'
import { followSiteSettings } from './site-settings.ts'
import type { Backend } from './start-backend.ts'

export interface PagesOptions {
  config: Config
  development: boolean
  /** Instead of the guarded way out; tests lead it to their fakes. */
  outboundFetch?: typeof fetch | undefined
  backend: Backend
  log: Log
  /** What is started is put on this stack, and stopped with it. */
  started: AsyncDisposableStack
}

/** Everything in front of the platform: images → site → page cache → health and metrics → the listener, not yet listening. */
export async function startPages(options: PagesOptions): Promise<{ listener: Listener; health: Health }> {
  const { config, development, backend, log, started } = options
  const { siteUrl, trustedProxyHops } = config
  const { platform, secrets } = backend
  const securityHeaders = pageHeaders({ siteUrl, development })
  const changes: HeardChanges = {
    now: () => pages.changes.now(),
    unchanged: (tables, since) => pages.changes.unchanged(tables, since),
  }
  const loaded = await loadSite(options, changes)
  const made = await startImages(options, loaded)
  const admin = await loadAdmin(options)
  const site = shedRenders(loaded, { onShed: () => metrics.shed() })
  const render = (request: Request, context: { requestId: string }) => site.fetch(request, context)
  const pages = createPageCache({ render, siteUrl, securityHeaders, log })
  const connected = await startInvalidation(options, pages)
  const health = started.adopt(
    createHealth({
      databaseUrl: backend.databaseUrl,
      isDiskFull: backend.isDiskFull,
      migrations: await shopMigrations(),
      connected,
    }),
    (it) => it.close(),
  )
  const metrics = createMetrics(pages, () => listener.inFlight())
  metrics.watchImages(made.images)
  const shareImages = made.openShareImages({
    page: development ? (path, requestId) => render(new Request(siteUrl + path), { requestId }) : pages.read,
    stored: (path) => platform.fetch(new Request(siteUrl + path)),
  })
  const shared = { platform, metrics, log, securityHeaders, trustedProxyHops }
  const app = createApp({
    ...shared,
    ...{
      site,
      admin,
      images: made.images,
      siteImages: made.siteImages,
      shareImages,
      pages: development ? null : pages,
      health,
      siteUrl,
    },
    adminHeaders: adminHeaders({ siteUrl, development }),
    secretKey: secrets.secretKey,
  })
  const staticFiles = development ? [] : await openFiles({ securityHeaders, version: loaded.imageVersion })
  const before = [admin.before, loaded.before].filter((take) => take !== undefined)
  const { isFull } = site
  const listener = createShopListener({ ...shared, app, pages, isFull, staticFiles, before })
  return { listener, health }
}

async function startImages({ config, outboundFetch, backend, log, started }: PagesOptions, loaded: LoadedSite) {
  const images = await openImages({
    databaseUrl: backend.databaseUrl,
    dataDir: config.dataDir,
    jwtSecret: backend.secrets.jwtSecret,
    cacheBytes: config.imageCacheBytes,
    outboundFetch: outboundFetch ?? createOutboundFetch({ maxBytes: MAX_SOURCE_BYTES }),
    folders: loaded.imageFolders,
    version: loaded.imageVersion,
    log,
  })
  return started.adopt(images, (it) => it.close())
}

async function loadSite({ config, development, backend, log, started }: PagesOptions, changes: HeardChanges) {
  const load = development ? loadDevelopmentSite : loadBuiltSite
  const site = await load({
    supabaseUrl: config.siteUrl,
    publishableKey: backend.secrets.publishableKey,
    siteUrl: config.siteUrl,
    // A hosted backend sends the mails of accounts by a mail server of its own.
    mailWaits: config.smtp === null && config.hostedUrl === null,
    fetch: backend.inProcess,
    log,
    production: !development,
    changedConfig,
    changes,
  })
  return started.adopt(site, (it) => it.close())
}

async function loadAdmin({ development, backend, started }: PagesOptions) {
  const load = development ? loadDevelopmentAdmin : loadBuiltAdmin
  return started.adopt(await load({ publishableKey: backend.secrets.publishableKey, changedConfig }), (it) =>
    it.close(),
  )
}

/** The files of both apps. The back office's document is no file: it is given with a key, at every address of its own. */
async function openFiles(options: StaticFilesOptions): Promise<StaticFiles[]> {
  return [
    await openStaticFiles(CLIENT_FILES, options),
    await openStaticFiles(join(ADMIN_FILES, 'assets'), { ...options, prefix: '/admin/assets', lasting: true }),
  ]
}

/** Returns whether changes of the database are heard now. */
async function startInvalidation({ backend, log, started }: PagesOptions, pages: PageCache): Promise<() => boolean> {
  const { databaseUrl } = backend
  // Every page shows them.
  const settings = followSiteSettings({ databaseUrl, log, onChange: pages.changedEverything })
  const invalidations = await listenForInvalidations({
    databaseUrl,
    log,
    onChange: (table) => (table === 'site_settings' ? void settings.read() : pages.changed(table)),
    onConnected() {
      void settings.read()
      pages.changedEverything()
      pages.setDatabaseAway(false)
    },
    onLost: () => pages.setDatabaseAway(true),
  })
  await settings.read()
  return started.adopt(invalidations, (it) => it.close()).connected
}

async function shopMigrations(): Promise<string[]> {
  const names = await readdir(SHOP_MIGRATIONS)
  return names.flatMap((name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? [])
}
