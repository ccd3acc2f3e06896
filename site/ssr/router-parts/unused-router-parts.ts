import type { Plugin } from 'vite'

/**
 * Parts of React Router that this site never switches on, and that tree-shaking cannot prove unused: tracing hooks and
 * lazy route discovery (react-router.config.ts loads the whole route table). Left out, every visitor saves 8 kB.
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

/** React Router's own error page, for errors that no boundary of ours takes: it would show a visitor a stack. */
const ownErrorPage = { from: 'function DefaultErrorComponent() {', until: 'const defaultErrorElement' }

/** No visitor is shown a stack, whatever fails in whichever way; in development it stays. */
export const hiddenStacks = (): Plugin => ({
  name: 'dahlia:hidden-stacks',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/react-router/dist/') || !id.endsWith('/lib/hooks.js')) return null
    const from = code.indexOf(ownErrorPage.from)
    const until = code.indexOf(ownErrorPage.until, from)
    if (from < 0 || until < 0) this.error('React Router writes its error page otherwise than before: see hiddenStacks.')
    const page = `const DefaultErrorComponent = () => React$1.createElement("h2", null, "Unexpected Application Error!")\n`
    return code.slice(0, from) + page + code.slice(until)
  },
})

export const unusedRouterParts = (): Plugin => ({
  name: 'dahlia:unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    const part = Object.keys(whenOff).find((path) => id.includes('/react-router/dist/') && id.endsWith(path))
    return part ? whenOff[part] : null
  },
  transform(code, id) {
    if (!id.includes('/react-router/dist/')) return null
    const lean = withoutDevelopersTexts(code)
    if (!id.endsWith('lib/dom/lib.js')) return lean
    // Components are given their names by assignments, which hold them, and all that they use, in the bundle.
    return lean
      .replace(/^\w+\.displayName = .*;$/gm, '')
      .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
  },
})

/** Warnings, and what failed assertions say: for whoever develops with React Router, and loaded by every visitor. */
function withoutDevelopersTexts(code: string): string {
  const lines = code.split('\n').map((line) => {
    const call = line.trimStart()
    if (!call.endsWith(');')) return line
    if (call.startsWith('warning(') || call.startsWith('warnOnce(')) return ''
    const quote = call.at(-3)
    if (!call.startsWith('invariant(') || (quote !== '"' && quote !== '`')) return line
    return `${line.slice(0, line.lastIndexOf(`, ${quote}`))});`
  })
  return lines.join('\n')
}
