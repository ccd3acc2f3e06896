import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { demoImages } from './demo/images-plugin.ts'
import { bootScript } from './site/document/boot-script.ts'
import { pictureVersion } from './site/document/picture-version.ts'
import { hiddenStacks, unusedRouterParts } from './site/document/unused-router-parts.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), unusedRouterParts(), hiddenStacks(), bootScript(), demoImages()],
  define: { 'import.meta.env.PICTURE_VERSION': JSON.stringify(pictureVersion()) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // One file of what every page needs instead of twenty small ones: brotli finds more to share, and a first
            // visit asks less often. What is imported only on demand stays apart, or every visitor would pay for it.
            codeSplitting: {
              groups: [
                { name: 'shop', test: neededEverywhere },
                { name: 'lists', test: neededByLists },
                { name: 'pages', test: neededByPagedLists },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // createSite must live inside the bundle: a router context made by the host would be a different object.
      build: { rollupOptions: { input: './site/server.ts' } },
      // React picks its build by NODE_ENV when first required; bundled, the fast one is chosen whatever the host sets.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
  // Fonts stay files of their own: data: URLs are neither cached nor allowed by the CSP.
  build: { assetsInlineLimit: 0, modulePreload: false },
}))

const ours =
  /site\/(components\/(layout|ui)|(document\/request-id)|lib\/(menu|seo)|data\/(public|use-shop|page-state))|domain\/(navigation|site-config|money|email)|design\/(icons|theme|toast)/

/** Named, because whatever else a script brought in on demand depends on would be loaded by everybody. */
const pageLibraries = /node_modules\/(react|react-dom|react-router|scheduler)\//

function neededEverywhere(id: string): boolean {
  return id.includes('node_modules') ? pageLibraries.test(id) : ours.test(id)
}

/** Cards, grids and what fills them: most pages show some. */
const neededByLists =
  /site\/(components\/product\/(outbound|product|disclosure)|data\/(products|shop)\.ts|lib\/(listing|offer))/

/** What stands around a list that has pages: each alone would be a file of half a kilobyte. */
const neededByPagedLists =
  /site\/(components\/(product\/(pager|listing-(results|data|count))|deals\/deals-choice)|lib\/search-params)/
