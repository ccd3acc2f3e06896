import type { JsonStep } from '../parse/field.ts'
import type { Operation } from '../parse/filter.ts'
import { IS_VALUES, QUANTIFIABLE_OPERATORS, SIMPLE_OPERATORS, TEXT_SEARCH_OPERATORS } from '../parse/filter.ts'
import type { ResolvedField } from '../plan/scope.ts'
import type { Identifier } from '../schema-cache/types.ts'
import type { Parameters } from './parameters.ts'

/**
 * Quotes an identifier. Aliases are the caller's own words, so a NUL (which no identifier can hold) ends it
 * instead of failing.
 */
export function quote(name: string): string {
  const end = name.indexOf('\0')
  return `"${(end < 0 ? name : name.slice(0, end)).replaceAll('"', '""')}"`
}

export function quoteTable({ schema, name }: Identifier): string {
  return `${quote(schema)}.${quote(name)}`
}

export function columnExpression(source: string, field: ResolvedField, parameters: Parameters): string {
  const column = `${source}.${quote(field.column)}`
  if (field.path.length === 0) return column
  // json and jsonb stay as they are, so that an index on the expression still applies.
  const isJson = field.type === 'json' || field.type === 'jsonb'
  return `${isJson ? column : `to_jsonb(${column})`}${jsonPath(field.path, parameters)}`
}

function jsonPath(path: readonly JsonStep[], parameters: Parameters): string {
  return path
    .map(({ arrow, operand }) =>
      'key' in operand
        ? `${arrow}${parameters.add(cleanText(operand.key))}`
        : `${arrow}${parameters.add(String(operand.index))}::int`,
    )
    .join('')
}

/** Postgres' text cannot hold NUL; as PostgREST does, the value ends there. */
export function cleanText(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

export function filterExpression(
  source: string,
  filter: { field: ResolvedField; negated: boolean; operation: Operation },
  parameters: Parameters,
): string {
  const { field, operation } = filter
  let left = columnExpression(source, field, parameters)
  if (operation.kind === 'textSearch' && (field.baseType !== 'tsvector' || field.path.length > 0)) {
    left = `to_tsvector(${language(operation.language, parameters)}${left})`
  }
  const read = field.representation?.fromText ?? null
  const test = `${left} ${operationExpression(operation, read, parameters)}`
  return filter.negated ? `NOT ${test}` : test
}

/** `read`: the function that makes a value of the column's type from text; null where Postgres does. */
function operationExpression(operation: Operation, read: string | null, parameters: Parameters): string {
  const value = (text: string) => (read === null ? parameters.add(text) : `${read}(${parameters.add(text)})`)
  switch (operation.kind) {
    case 'simple':
      return `${SIMPLE_OPERATORS[operation.operator]} ${value(cleanText(operation.value))}`
    case 'quantifiable': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike'
      const given = cleanText(operation.value)
      const read = isPattern ? parameters.add(given.replaceAll('*', '%')) : value(given)
      const operand = operation.quantifier ? `${operation.quantifier.toUpperCase()}(${read})` : read
      return `${QUANTIFIABLE_OPERATORS[operation.operator]} ${operand}`
    }
    case 'in':
      if (read === null) return `= ANY (${parameters.add(arrayLiteral(operation.values))})`
      return `= ANY (SELECT ${read}(unnest(${parameters.add(arrayLiteral(operation.values))}::text[])))`
    case 'is':
      return `IS ${IS_VALUES[operation.value]}`
    case 'isDistinct':
      return `IS DISTINCT FROM ${value(cleanText(operation.value))}`
    case 'textSearch': {
      const call = TEXT_SEARCH_OPERATORS[operation.operator]
      return `@@ ${call}(${language(operation.language, parameters)}${parameters.add(cleanText(operation.value))})`
    }
  }
}

function language(name: string | null, parameters: Parameters): string {
  return name === null ? '' : `${parameters.add(name)}, `
}

/** `in.()` is no value at all; a single `= ANY` keeps one statement shape for any number of values. */
export function arrayLiteral(values: readonly string[]): string {
  if (values.length === 1 && values[0] === '') return '{}'
  return `{${values.map((value) => `"${cleanText(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
