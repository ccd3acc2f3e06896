import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const moduleName = 'virtual:boot-script'
const resolved = `\0${moduleName}`
const developmentAddress = '/boot-script.js'
const source = fileURLToPath(new URL('./index.ts', import.meta.url))

/**
 * Bundles this folder into one classic script, which must run before the first paint and so can be no module, and
 * tells its address as `virtual:boot-script`.
 */
export const bootScript = (): Plugin => ({
  name: 'dahlia:boot-script',
  resolveId: (id) => (id === moduleName ? resolved : null),
  async load(id) {
    if (id !== resolved) return null
    if (this.environment.mode === 'dev') return `export default ${JSON.stringify(developmentAddress)}`
    const code = await bundled()
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    const fileName = `assets/boot-${hash}.js`
    if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source: code })
    return `export default ${JSON.stringify(`/${fileName}`)}`
  },
  configureServer(server) {
    server.middlewares.use(developmentAddress, (_request, response, next) => {
      bundled().then((code) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(code)
      }, next)
    })
  },
})

async function bundled(): Promise<string> {
  const results = [
    await build({
      configFile: false,
      logLevel: 'error',
      // The site's public folder is its own build's.
      publicDir: false,
      build: { write: false, minify: true, lib: { entry: source, formats: ['iife'], name: 'boot' } },
    }),
  ].flat()
  for (const result of results) {
    const chunk = 'output' in result ? result.output.find((each) => each.type === 'chunk') : undefined
    if (chunk) return chunk.code
  }
  throw new Error('The boot script was not built.')
}
