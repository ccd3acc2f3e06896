import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { demoImages } from './demo/images-plugin.ts'
import { className, readableClassName } from './site/ssr/document/class-name.ts'
import { imageVersion } from './site/ssr/document/image-version.ts'
import { routeStyles } from './site/ssr/document/route-styles-plugin.ts'
import { chunkGroups } from './site/ssr/document/shared-chunks.ts'
import { bootScript } from './site/ssr/inline-script/inline-script-plugin.ts'
import { hiddenStacks } from './site/ssr/library-parts/hidden-stacks.ts'
import { plainImports, unusedReactParts } from './site/ssr/library-parts/unused-react-parts.ts'
import { unusedRouterParts } from './site/ssr/library-parts/unused-router-parts.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    reactRouter(),
    unusedRouterParts(),
    unusedReactParts(),
    plainImports(),
    hiddenStacks(),
    bootScript(),
    routeStyles(),
    demoImages(),
  ],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: command === 'build' ? className : readableClassName,
    },
  },
  define: { 'import.meta.env.IMAGE_VERSION': JSON.stringify(imageVersion()) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Names of classes become a part of the texts that they stand in.
          optimization: { inlineConst: true },
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: { groups: chunkGroups(fileURLToPath(new URL('./', import.meta.url))) },
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
