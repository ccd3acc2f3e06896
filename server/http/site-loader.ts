import { access } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort, type Log } from '#platform'
import { siteMissing } from '../boot/errors.ts'
import type { HeardChanges } from '../page-cache/page-cache.ts'
import type { Site } from './app.ts'

/** fetch to the own backend; the third argument says who asks, in a way that no visitor can write into a request. */
export type SocketlessFetch = (
  input: RequestInfo | URL,
  init?: RequestInit,
  connection?: { clientAddress: string },
) => Promise<Response>

export interface SiteDeps {
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  /** No mail server is set: what is mailed waits in the outbox, and pages that speak of a mail say so. */
  mailWaits: boolean
  fetch: SocketlessFetch
  log: Log
  production: boolean
  changedConfig: () => string | null
  changes: HeardChanges
}

type CreateSite = (deps: SiteDeps) => Site

export interface LoadedSite extends Site {
  /** Takes requests for Vite's own modules; only in development. */
  before?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Stands behind the addresses of the build's own images (`?v=`): files asked for with it may be cached for ever. */
  imageVersion?: string
  /** Where the site's own images lie: part of the address → folder. */
  imageFolders: Readonly<Record<string, string>>
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const CLIENT_FILES = join(ROOT, 'build', 'client')
const SERVER_BUNDLE = join(ROOT, 'build', 'server', 'index.js')

/** The site as `npm run build` left it. */
export async function loadBuiltSite(deps: SiteDeps): Promise<LoadedSite> {
  await access(SERVER_BUNDLE).catch(() => {
    throw siteMissing()
  })
  const bundle: { createSite: CreateSite; imageVersion: string } = await import(pathToFileURL(SERVER_BUNDLE).href)
  const site = bundle.createSite(deps)
  return {
    fetch: (request, context) => site.fetch(request, context),
    imageVersion: bundle.imageVersion,
    imageFolders: { art: join(CLIENT_FILES, 'art'), demo: join(CLIENT_FILES, 'demo') },
    close: async () => {},
  }
}

/** The site from its sources, changed files shown at once. */
export async function loadDevelopmentSite(deps: SiteDeps): Promise<LoadedSite> {
  const { createServer } = await import('vite')
  // A port of its own for the news of changed files, so that two of these run side by side.
  const hmr = { port: await freePort() }
  const vite = await createServer({ root: ROOT, appType: 'custom', server: { middlewareMode: true, hmr } })
  return {
    async fetch(request, context) {
      // Asked anew for each page: Vite answers from its own module graph and knows what changed.
      const { createSite } = await vite.ssrLoadModule('/site/server.ts')
      return createSite(deps).fetch(request, context)
    },
    before: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', () => resolve(true))
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve(false)))
      }),
    imageFolders: { art: join(ROOT, 'public', 'art'), demo: join(ROOT, 'demo', 'images') },
    close: () => vite.close(),
  }
}
