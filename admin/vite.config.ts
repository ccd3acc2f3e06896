import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * What is always needed together is one file, with all that it imports: over HTTP/1.1 a browser fetches six at once, and
 * each further one waits for the line there and back.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'early', test: /admin[\\/]early[\\/]early\.ts$/, priority: 3 },
  { name: 'client', test: /node_modules[\\/]@supabase[\\/]/, tags: ['$initial'], priority: 3 },
  { name: 'vendor', test: /node_modules[\\/]/, tags: ['$initial'], priority: 2 },
  { name: 'app', tags: ['$initial'], priority: 1 },
  { name: 'list', test: /admin[\\/]list[\\/](?:list-view|use-row-change)\.tsx?$/, priority: 0 },
  // Screens without a list need these few of what lists are made of.
  {
    name: 'pieces',
    test: /(?:domain[\\/](?:dates|money)|admin[\\/](?:record[\\/]use-open-record|ui[\\/](?:outer-link|shown-switch|view-on-site))|icons[\\/](?:x|arrow-(?:up|down)))\.(?:tsx?|mjs)$/,
    priority: 1,
  },
]

/** The back office: an app of its own under /admin, of which nothing reaches the storefront's bundles. */
export default defineConfig({
  root: from('./'),
  base: '/admin/',
  // The storefront's build copies public/ already.
  publicDir: false,
  plugins: [loadEarly()],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // The classes of design/ keep their names: other modules refer to them.
      generateScopedName: (local, file) => (inDesign(file) ? local : `${basename(file, '.module.css')}_${local}`),
    },
  },
  build: {
    outDir: '../build/admin',
    rolldownOptions: {
      input: { index: from('index.html'), early: from('early/early.ts') },
      output: { codeSplitting: { groups: GROUPS } },
    },
    emptyOutDir: true,
    // Fonts stay files of their own: the Content-Security-Policy allows no data: URL.
    assetsInlineLimit: 0,
  },
})

function from(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/**
 * Names early.ts in the document ahead of the app, and below the key that it needs: it runs as soon as it is there. It is
 * told which files the first screens are made of, beyond the app's own.
 */
function loadEarly(): Plugin {
  return {
    name: 'load-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? [it] : []))
        const early = chunks.find(({ name }) => name === 'early')
        const app = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
        if (!early || !app) return html
        const own = filesOf(chunks, app.fileName)
        const screens = Object.fromEntries(
          Object.entries(FIRST_SCREENS).map(([path, module]) => {
            const screen = chunks.find(({ facadeModuleId }) => facadeModuleId === from(module))
            if (!screen) throw new Error(`${module} is no chunk of its own.`)
            return [path, [...filesOf(chunks, screen.fileName)].filter((file) => !own.has(file))]
          }),
        )
        const told = JSON.stringify(screens).replaceAll('"', '&quot;')
        return html.replace(
          '<title>',
          `<meta name="screens" content="${told}" />
    <script type="module" async crossorigin src="/admin/${early.fileName}"></script>\n    <title>`,
        )
      },
    },
  }
}

/** Where people begin: after the sign-in, and where their days are spent. */
const FIRST_SCREENS = {
  '/admin/dashboard': 'features/dashboard/dashboard.tsx',
  '/admin/products': 'features/catalogue/products.tsx',
}

/** A chunk's file, and those of all that it imports, styles among them. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], file: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks.find(({ fileName }) => fileName === file)
  if (!chunk || seen.has(file)) return seen
  seen.add(file)
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const imported of chunk.imports) filesOf(chunks, imported, seen)
  return seen
}

const DESIGN = fileURLToPath(new URL('../design/', import.meta.url))

const inDesign = (file: string): boolean => file.startsWith(DESIGN)
