import { createHash } from 'node:crypto'
import { transform } from 'lightningcss'
import type { Plugin, Rolldown } from 'vite'
import type { BuiltStyles } from './route-styles.ts'

const moduleName = 'virtual:built-styles'
const resolved = `\0${moduleName}`
const isCssModule = (id: string): boolean => id.endsWith('.module.css')
/** How React Router names a route module in the browser's build. */
const routeQuery = '?__react-router-build-client-route'

/**
 * Collects the CSS Modules of the browser's build: all of them become one sheet, and the server's build is told which
 * of them each route module needs (`virtual:built-styles`). Vite's own sheets, one for each script, would arrive after
 * the page, and it loses those of modules whose names the bundler writes into the scripts that use them.
 */
export function routeStyles(): Plugin {
  const texts = new Map<string, string>()
  /** Modules that render what they import later at once on the server: a page is sent with all of it. */
  const renderWhole = new Set<string>()
  let built: BuiltStyles | null = null
  return {
    name: 'dahlia:route-styles',
    // Between Vite's two plugins for CSS: the classes have their names, and the text is still there.
    transform(code, id) {
      if (this.environment.mode !== 'build') return null
      if (code.includes('import.meta.env.SSR')) renderWhole.add(id)
      if (!isCssModule(id)) return null
      if (this.environment.name === 'client') texts.set(id, minified(id, code))
      return { code: '', map: null }
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const importsOf = (id: string) => this.getModuleInfo(id)
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      const entries = chunks.filter(({ isEntry }) => isEntry)
      const order = cssModulesOf(entries.map(entryModule), importsOf, () => true)
      const all = order.map((id) => texts.get(id) ?? '')
      const sheet = all.join('')
      const hash = createHash('sha256').update(sheet).digest('base64url').slice(0, 8)
      const fileName = `assets/styles-${hash}.css`
      this.emitFile({ type: 'asset', fileName, source: sheet })
      const routes = entries.filter((chunk) => entryModule(chunk).endsWith(routeQuery))
      built = {
        sheetUrl: `/${fileName}`,
        modules: all,
        routes: Object.fromEntries(
          routes.map((chunk) => [
            `/${chunk.fileName}`,
            cssModulesOf([entryModule(chunk)], importsOf, (id) => renderWhole.has(id)).map((id) => order.indexOf(id)),
          ]),
        ),
      }
    },
    resolveId: (id) => (id === moduleName ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      if (this.environment.mode === 'dev') return 'export default null'
      if (!built) this.error('The browser’s part of the site must be built before the server’s.')
      return `export default ${JSON.stringify(built)}`
    },
  }
}

const entryModule = ({ facadeModuleId }: Rolldown.OutputChunk): string => facadeModuleId ?? ''

type ModulesImports = (
  id: string,
) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null

/** The CSS Modules that these modules need, those of a component after those of the components in it. */
function cssModulesOf(entries: string[], importsOf: ModulesImports, withDynamic: (id: string) => boolean): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    const info = importsOf(id)
    if (!info) return
    const imported = [...info.importedIds, ...(withDynamic(id) ? info.dynamicallyImportedIds : [])]
    for (const each of imported) if (!isCssModule(each)) visit(each)
    for (const each of imported) if (isCssModule(each)) found.add(each)
  }
  for (const entry of entries) visit(entry)
  return [...found]
}

const minified = (filename: string, code: string): string =>
  transform({ filename, code: Buffer.from(code), minify: true }).code.toString()
