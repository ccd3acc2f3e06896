import type { ReadNode } from './types.ts'

/**
 * Columns that a mutation must return so that the selection, its embedded resources and the Location header can be
 * made from the result: what is selected, the join columns, the primary key.
 */
export function returningColumns(root: ReadNode, primaryKey: readonly string[]): string[] {
  const computedEmbed = root.children.some(({ relationship }) => relationship?.kind === 'computed')
  const selected = root.select.flatMap(({ field }) => (field === 'rows' ? [] : field === '*' ? ['*'] : [field.column]))
  const computed = computedSelection(root)
  // Only the function knows which columns it reads. A star beside computed columns was spelt out before.
  if (computedEmbed) return ['*', ...new Set(computed)]
  if (selected.includes('*')) return ['*']
  const joined = root.children.flatMap(({ relationship }) => {
    if (!relationship || relationship.kind === 'computed') return []
    const pairs = relationship.kind === 'm2m' ? relationship.junction.source : relationship.columns
    return pairs.map(([column]) => column)
  })
  const ordered = root.order.flatMap(({ child, field }) => (child ? [] : [field.column]))
  const all = [...new Set([...selected, ...joined, ...ordered, ...primaryKey])]
  return all
}

function computedSelection(root: ReadNode): string[] {
  return root.select.flatMap(({ field }) => (typeof field === 'object' && field.isComputed ? [field.column] : []))
}

/** Computed columns of the root that anything in the request names. */
export function computedColumnsOf(root: ReadNode): string[] {
  const names = new Set<string>()
  for (const name of computedSelection(root)) names.add(name)
  for (const { child, field } of root.order) if (!child && field.isComputed) names.add(field.column)
  const context = (terms: ReadNode['where']) => {
    for (const term of terms) {
      if (term.kind === 'group') context(term.members)
      else if (term.kind === 'filter' && term.field.isComputed) names.add(term.field.column)
    }
  }
  context(root.where)
  return [...names]
}
