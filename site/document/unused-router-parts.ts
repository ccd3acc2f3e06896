import type { Plugin } from 'vite'

/**
 * Parts of React Router that this site never switches on, and that tree-shaking cannot prove unused: tracing hooks and
 * lazy route discovery (react-router.config.ts loads the whole route table). Left out, every visitor saves 2 kB.
 * Replaced by what the originals do when they are off; if an update renames them, the build names the missing export.
 */
const whenOff: Record<string, string> = {
  'lib/router/instrumentation.js': `
    export const instrumentationResultMetaContext = {}
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler`,
  'lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = (manifest) => manifest
    export const getManifestPath = () => ''
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const handleClientVersionMismatch = () => false
    export const getPathsWithAncestors = (paths) => paths
    export const useFogOFWarDiscovery = () => {}`,
}

export const unusedRouterParts = (): Plugin => ({
  name: 'dahlia:unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    const part = Object.keys(whenOff).find((path) => id.includes('/react-router/dist/') && id.endsWith(path))
    return part ? whenOff[part] : null
  },
})
