import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql'

/** Depth as graphql-ruby counts it, and a complexity that grows with every connection's page size, as Shopify's does. */
export function queryCost(document: DocumentNode, variables: Record<string, unknown>) {
  let depth = 0
  let complexity = 0

  function walk(set: SelectionSetNode | undefined, level: number, times: number): void {
    for (const selection of set?.selections ?? []) {
      if (selection.kind !== Kind.FIELD) continue
      depth = Math.max(depth, level)
      complexity += times
      walk(selection.selectionSet, level + 1, times * pageSize(selection, variables))
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) walk(definition.selectionSet, 1, 1)
  }
  return { depth, complexity }
}

function pageSize(field: FieldNode, variables: Record<string, unknown>): number {
  const value = field.arguments?.find((argument) => argument.name.value === 'first')?.value
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? 1)
  return 1
}
