import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * In development Vite writes an import into every script it serves; the boot script is not a module (it must run before
 * the first paint), so it is sent as it stands.
 */
export const plainBootScript = (): Plugin => ({
  name: 'dahlia:plain-boot-script',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/site/document/boot.js', (request, response, next) => {
      if (/[?&]url\b/.test(request.url ?? '')) return next() // the module that tells its address
      readFile(new URL('./boot.js', import.meta.url)).then((source) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(source)
      }, next)
    })
  },
})
