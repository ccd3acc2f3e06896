import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

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
    rolldownOptions: { input: { index: from('index.html'), early: from('early/early.ts') } },
    emptyOutDir: true,
    // Fonts stay files of their own: the Content-Security-Policy allows no data: URL.
    assetsInlineLimit: 0,
  },
})

function from(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Names early.ts in the document ahead of the app, and below the key that it needs: it runs as soon as it is there. */
function loadEarly(): Plugin {
  return {
    name: 'load-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((it) => it.type === 'chunk' && it.name === 'early')
        if (!chunk) return html
        return html.replace(
          '<title>',
          `<script type="module" async crossorigin src="/admin/${chunk.fileName}"></script>\n    <title>`,
        )
      },
    },
  }
}

const DESIGN = fileURLToPath(new URL('../design/', import.meta.url))

const inDesign = (file: string): boolean => file.startsWith(DESIGN)
