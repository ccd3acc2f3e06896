import type { Plugin } from 'vite'

/**
 * Functions of React DOM that run only for view transitions, or for a ref on a fragment: this site has neither, and
 * each stands behind a test of the kind of an element, which no bundler can answer. What only they use goes with them.
 * unused-react-parts.test.ts fails when an update changes React DOM, and when the site begins to use one of them.
 */
export const unusedFunctions = [
  'trackEnterViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restoreNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'restoreViewTransitionName',
  'applyViewTransitionToHostInstances',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'getViewTransitionName',
  'getViewTransitionClassName',
  'scheduleViewTransitionEvent',
  'reportViewTransitionError',
  'createViewTransitionInstance',
  'pushViewTransitionCancelableScope',
  'startViewTransition',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'addFragmentHandleToFiber',
] as const

/** Leaves out of the visitor's scripts what of React DOM no page of this site uses: 5 kB of 54. */
export const unusedReactParts = (): Plugin => ({
  name: 'dahlia:unused-react-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: (code, id) =>
    id.endsWith('/react-dom/cjs/react-dom-client.production.js') ? withoutUnusedFunctions(code) : null,
})

/** Their bodies are emptied, and the methods of a fragment's ref left out. Functions of the module begin a line. */
export const withoutUnusedFunctions = (code: string): string =>
  code
    .replace(/^function (\w+)\(([\w$,\s]*)\) \{\n.*?^\}$/gms, (whole, name: string, parameters: string) =>
      unusedFunctions.some((unused) => unused === name) ? `function ${name}(${parameters}) {}` : whole,
    )
    .replace(/^FragmentInstance\.prototype\.\w+ = function \([\w$,\s]*\) \{\n.*?^\};$/gms, '')

/** Vite's helper fetches the sheets of what is imported later; here one sheet has them all (route-styles-plugin.ts). */
export const plainImports = (): Plugin => ({
  name: 'dahlia:plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})
