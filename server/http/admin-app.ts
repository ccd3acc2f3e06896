import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeAttribute } from 'entities'
import { freePort, type HeaderList } from '#platform'
import { siteMissing } from '../boot/errors.ts'

/** The back office: one document for every address under /admin, and the files that it names. */
export interface AdminApp {
  /** The document, the same for everybody: who may see what is asked of the database. */
  shell(path: string): Promise<string>
  /** Takes requests for Vite's own modules; only in development. */
  before?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  close(): Promise<void>
}

interface AdminOptions {
  publishableKey: string
  /** As domain/site-config.ts has it at each call. */
  changedConfig: () => string | null
}

const SOURCES = fileURLToPath(new URL('../../admin', import.meta.url))
export const ADMIN_FILES = fileURLToPath(new URL('../../build/admin', import.meta.url))

/** The back office as `npm run build` left it. */
export async function loadBuiltAdmin({ publishableKey, changedConfig }: AdminOptions): Promise<AdminApp> {
  const document = await readFile(join(ADMIN_FILES, 'index.html'), 'utf8').catch(() => {
    throw siteMissing()
  })
  const shell = withKey(document, publishableKey)
  return { shell: async () => withConfig(shell, changedConfig()), close: async () => {} }
}

/** The back office from its sources; a Vite of its own, because it is an app of its own. */
export async function loadDevelopmentAdmin({ publishableKey, changedConfig }: AdminOptions): Promise<AdminApp> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: SOURCES,
    configFile: join(SOURCES, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  })
  return {
    async shell(path) {
      const document = await readFile(join(SOURCES, 'index.html'), 'utf8')
      return withConfig(withKey(await vite.transformIndexHtml(path, document), publishableKey), changedConfig())
    },
    before: (request, response) =>
      new Promise((resolve, reject) => {
        const { url } = request
        if (!url?.startsWith('/admin/')) return resolve(false)
        response.once('close', () => resolve(true))
        vite.middlewares(request, response, (error: unknown) => {
          // Vite takes its base off the address.
          request.url = url
          if (error) reject(error)
          else resolve(false)
        })
      }),
    close: () => vite.close(),
  }
}

const withKey = (document: string, publishableKey: string): string =>
  document.replace('%PUBLISHABLE_KEY%', () => publishableKey)

/** The names that the office changed, as pages of the site carry them. */
export const withConfig = (document: string, config: string | null): string =>
  document.replace('%SITE_CONFIG%', () => escapeAttribute(config ?? ''))

/** Never stored and never found: it is of use to staff alone, and a new release names new files. */
export const SHELL_HEADERS: HeaderList = [
  ['content-type', 'text/html; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-robots-tag', 'noindex, nofollow'],
]
