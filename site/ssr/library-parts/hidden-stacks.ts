import type { Plugin } from 'vite'

/** React Router's own error page, for errors that no boundary of ours takes: it would show a visitor a stack. */
const ownErrorPage = { from: 'function DefaultErrorComponent() {', until: 'const defaultErrorElement' }

/** No visitor is shown a stack, whatever fails in whichever way; in development it stays. */
export const hiddenStacks = (): Plugin => ({
  name: 'dahlia:hidden-stacks',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/react-router/dist/') || !id.endsWith('/lib/hooks.js')) return null
    const without = withoutErrorPage(code)
    if (without === null) this.error('React Router writes its error page otherwise than before: see hiddenStacks.')
    return without
  },
})

/** Null where the page is not found. */
export function withoutErrorPage(code: string): string | null {
  const from = code.indexOf(ownErrorPage.from)
  const until = code.indexOf(ownErrorPage.until, from)
  if (from < 0 || until < 0) return null
  const page = `const DefaultErrorComponent = () => React$1.createElement("h2", null, "Unexpected Application Error!")\n`
  return code.slice(0, from) + page + code.slice(until)
}
