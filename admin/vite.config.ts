import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The back office: an app of its own under /admin, of which nothing reaches the storefront's bundles. */
export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  base: '/admin/',
  // The storefront's build copies public/ already.
  publicDir: false,
  build: {
    outDir: '../build/admin',
    emptyOutDir: true,
    // Fonts stay files of their own: the Content-Security-Policy allows no data: URL.
    assetsInlineLimit: 0,
  },
})
