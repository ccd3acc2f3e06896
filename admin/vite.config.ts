import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The back office: an app of its own under /admin, of which nothing reaches the storefront's bundles. */
export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  base: '/admin/',
  // The storefront's build copies public/ already.
  publicDir: false,
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      // The classes of design/ keep their names: other modules refer to them.
      generateScopedName: (local, file) => (inDesign(file) ? local : `${basename(file, '.module.css')}_${local}`),
    },
  },
  build: {
    outDir: '../build/admin',
    emptyOutDir: true,
    // Fonts stay files of their own: the Content-Security-Policy allows no data: URL.
    assetsInlineLimit: 0,
  },
})

const DESIGN = fileURLToPath(new URL('../design/', import.meta.url))

const inDesign = (file: string): boolean => file.startsWith(DESIGN)
