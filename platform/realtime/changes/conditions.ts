import type pg from 'pg'
import { parseArrayText } from './array-text.ts'
import type { Condition } from './subscription-params.ts'
import type { ColumnType } from './values.ts'

/** One condition asked about one value. */
export interface ConditionQuestion {
  condition: Condition
  type: ColumnType
  value: string | null
}

const INTEGERS = new Set(['int2', 'int4', 'int8'])
const EXACT_TEXTS = new Set(['text', 'varchar', 'name'])
const INTEGER = /^[+-]?\d+$/

/**
 * Decides here what needs no database: equality of integers, texts, uuids and booleans, comparison of integers, and
 * nulls. Undefined: PostgreSQL must say (collations, patterns, every other type).
 */
export function decideHere({ condition, type, value }: ConditionQuestion): boolean | undefined {
  const { operator, negate } = condition
  if (operator === 'is') {
    if (condition.value !== 'null') return undefined
    return (value === null) !== negate
  }
  if (operator === 'isdistinct') {
    const same = value === null ? false : equal(type, value, condition.value)
    return same === undefined ? undefined : same === negate
  }
  // Unknown is not true, and not unknown is not true either.
  if (value === null) return false
  const answer = compare(type, value, condition)
  return answer === undefined ? undefined : answer !== negate
}

function compare(type: ColumnType, value: string, condition: Condition): boolean | undefined {
  switch (condition.operator) {
    case 'eq':
      return equal(type, value, condition.value)
    case 'neq': {
      const same = equal(type, value, condition.value)
      return same === undefined ? undefined : !same
    }
    case 'in': {
      const items = parseArrayText(condition.value)
      // `= any` with a null inside is unknown where nothing matches: left to PostgreSQL.
      if (items.some((item) => typeof item !== 'string')) return undefined
      const answers = items.map((item) => (typeof item === 'string' ? equal(type, value, item) : undefined))
      if (answers.includes(undefined)) return undefined
      return answers.includes(true)
    }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return order(type, value, condition)
    default:
      return undefined
  }
}

function equal(type: ColumnType, value: string, wanted: string): boolean | undefined {
  if (INTEGERS.has(type.name)) {
    return INTEGER.test(wanted.trim()) ? BigInt(value) === BigInt(wanted.trim()) : undefined
  }
  if (EXACT_TEXTS.has(type.name)) return value === wanted
  if (type.name === 'uuid') return value === wanted.toLowerCase() || undefined
  if (type.name === 'bool') return wanted === 'true' || wanted === 'false' ? value === wanted.charAt(0) : undefined
  return undefined
}

function order(type: ColumnType, value: string, { operator, value: bound }: Condition): boolean | undefined {
  if (!INTEGERS.has(type.name) || !INTEGER.test(bound.trim())) return undefined
  const [a, b] = [BigInt(value), BigInt(bound.trim())]
  if (operator === 'lt') return a < b
  if (operator === 'lte') return a <= b
  return operator === 'gt' ? a > b : a >= b
}

/** Asks PostgreSQL what could not be decided here: one query for all questions of a batch. */
export async function askDatabase(pool: pg.Pool, questions: ConditionQuestion[]): Promise<boolean[]> {
  if (questions.length === 0) return []
  const { rows } = await pool.query<{ holds: boolean }>({
    name: 'realtime_conditions',
    text: `select realtime.check_equality_op(q.op::realtime.equality_op, q.type::regtype, q.value, q.wanted, q.negate) as holds
      from unnest($1::text[], $2::oid[], $3::text[], $4::text[], $5::bool[])
        with ordinality as q(op, type, value, wanted, negate, n)
      order by q.n`,
    values: [
      questions.map((question) => question.condition.operator),
      questions.map((question) => question.type.oid),
      questions.map((question) => question.value),
      questions.map((question) => question.condition.value),
      questions.map((question) => question.condition.negate),
    ],
  })
  return rows.map((row) => row.holds)
}
