/**
 * Parts of React Router that this site never switches on, and that tree-shaking cannot prove unused: tracing hooks and
 * lazy route discovery (react-router.config.ts loads the whole route table). Left out, every visitor saves 8 kB.
 * Replaced by what the originals do when they are off. router-parts.test.ts fails when an update changes an original.
 */
export const replacedParts: Record<string, string> = {
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
  // The root route has an ErrorBoundary and a Layout of its own; no route links to styles.
  'lib/dom/ssr/errorBoundaries.js': `
    import { Component } from 'react'
    export class RemixErrorBoundary extends Component {
      render() { return this.props.children }
    }
    export const RemixRootDefaultErrorBoundary = () => null
    export const BoundaryShell = ({ children }) => children`,
  // Every page comes rendered: there is nothing to show in its place.
  'lib/dom/ssr/fallback.js': `
    export const RemixRootDefaultHydrateFallback = () => null`,
  'lib/dom/ssr/links.js': `
    const none = () => []
    const nothing = async () => {}
    export const isPageLinkDescriptor = () => false
    export { none as getKeyedLinksForMatches, none as getKeyedPrefetchLinks, none as getModuleLinkHrefs }
    export { none as getNewMatchesForLinks, nothing as prefetchRouteCss, nothing as prefetchStyleLinks }`,
}
