import type { ReadNode, WhereTerm } from '../plan/types.ts'
import { filterExpression } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { fromItem, joinConditions, sourceOf } from './read.ts'

/**
 * Selects one constant for each row of the root that the request would reach without its limit. Inner joins become
 * EXISTS, so that nothing is multiplied and nothing is computed.
 */
export function renderCount(node: ReadNode, parent: ReadNode | null, parameters: Parameters): string {
  const where = [
    ...node.where.map((term) => countWhere(node, term, parameters)),
    ...joinConditions(node, parent),
    ...node.children
      .filter(({ join }) => join === 'inner')
      .map((child) => `EXISTS (${renderCount(child, node, parameters)})`),
  ]
  const from = `SELECT 1 FROM ${fromItem(node, parent)}`
  return where.length === 0 ? from : `${from} WHERE ${where.join(' AND ')}`
}

function countWhere(node: ReadNode, term: WhereTerm, parameters: Parameters): string {
  if (term.kind === 'filter') return filterExpression(sourceOf(node), term, parameters)
  if (term.kind === 'nullEmbed') {
    return `${term.isNull ? 'NOT ' : ''}EXISTS (${renderCount(term.child, node, parameters)})`
  }
  const joined = term.members
    .map((member) => countWhere(node, member, parameters))
    .join(` ${term.operator.toUpperCase()} `)
  return `${term.negated ? 'NOT ' : ''}(${joined})`
}
