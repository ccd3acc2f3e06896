import { parseAst } from 'vite'

const CALLEES = new Set(['test', 'it', 'describe'])

/** The titles of one test file's tests, each with those of the groups around it: "an article › is cut". */
export function readTitles(path: string, source: string): string[] {
  const titles: string[] = []
  const walk = (node: unknown, groups: string[]): void => {
    if (Array.isArray(node)) {
      for (const child of node) walk(child, groups)
      return
    }
    if (!isNode(node)) return
    const title = node.type === 'CallExpression' ? titleOf(node) : null
    const inside = title === null ? groups : [...groups, title.text]
    if (title !== null && !title.group) titles.push(inside.join(' › '))
    for (const child of Object.values(node)) walk(child, inside)
  }
  walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), [])
  return titles
}

type Node = Record<string, unknown> & { type: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Of `test('…')`, `test.describe('…')`, `test.each(rows)('…')` and their like. */
function titleOf({ callee, arguments: given }: Node): { text: string; group: boolean } | null {
  const names = namesOf(callee)
  const [first, second] = Array.isArray(given) ? given : []
  const text = textOf(first)
  if (text === null || !isNode(second) || !names.some((name) => CALLEES.has(name))) return null
  return { text, group: names.includes('describe') }
}

function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), ...namesOf(callee.property)]
  return callee.type === 'CallExpression' ? namesOf(callee.callee) : []
}

/** A string, or a template with each of its expressions as "…". */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map((part: unknown) => cooked(part)).join('…')
}

function cooked(part: unknown): string {
  const value: unknown = isNode(part) ? part.value : null
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}
