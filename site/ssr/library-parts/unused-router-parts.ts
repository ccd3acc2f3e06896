import type { Plugin } from 'vite'
import { replacedParts } from './replaced-parts.ts'

/** Leaves out of the visitor's scripts what of React Router no page of this site uses. */
export const unusedRouterParts = (): Plugin => ({
  name: 'dahlia:unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    const part = Object.keys(replacedParts).find((path) => id.includes('/react-router/dist/') && id.endsWith(path))
    return part ? replacedParts[part] : null
  },
  transform(code, id) {
    if (!id.includes('/react-router/dist/')) return null
    const lean = withoutDevelopersTexts(code)
    return id.endsWith('lib/dom/lib.js') ? withoutNames(lean) : lean
  },
})

/** Warnings, and what failed assertions say: for whoever develops with React Router, and loaded by every visitor. */
export function withoutDevelopersTexts(code: string): string {
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

/** Components are given their names by assignments, which hold them, and all that they use, in the bundle. */
export const withoutNames = (code: string): string =>
  code
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
