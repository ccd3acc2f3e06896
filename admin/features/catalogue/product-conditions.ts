import type { Condition } from '../../list/condition.ts'

const COLUMNS: Readonly<Record<string, readonly [column: string, op: 'eq' | 'gte' | 'lte']>> = {
  category: ['category', 'eq'],
  merchant: ['merchant_name', 'eq'],
  brand: ['brand', 'eq'],
  source: ['source', 'eq'],
  availability: ['availability', 'eq'],
  price_from: ['price', 'gte'],
  price_to: ['price', 'lte'],
}

/**
 * The list's filters as jobs understand them: the same rows, whatever was loaded. Null where a job could not find the same:
 * words are looked up in the search index, which finds the first thousand items only.
 */
export function productConditions(filters: Readonly<Record<string, string>>, search: string): Condition[] | null {
  if (search) return null
  const conditions: Condition[] = [
    { column: 'delisted_at', op: filters.status === 'hidden' ? 'is_not_null' : 'is_null' },
  ]
  for (const [key, value] of Object.entries(filters)) {
    const known = COLUMNS[key]
    if (key === 'source' && value === 'hand') conditions.push({ column: 'source', op: 'is_null' })
    else if (known) conditions.push({ column: known[0], op: known[1], value })
    else if (key !== 'status') return null
  }
  return conditions
}
