import type { BodyColumn, MutationPlan } from '../plan/types.ts'
import { quote, quoteTable } from './expressions.ts'
import type { Parameters } from './parameters.ts'
import { renderWhere } from './read.ts'

const BODY = '"pgrst_body"'
const INSERTED = "coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int"

export interface MutationBody {
  /** JSON. */
  bytes: Buffer
  isArray: boolean
}

export function renderMutation(plan: MutationPlan, body: MutationBody, parameters: Parameters): string {
  switch (plan.kind) {
    case 'insert':
    case 'put':
      return renderInsert(plan, body, parameters)
    case 'update':
      return renderUpdate(plan, body, parameters)
    case 'delete':
      return `DELETE FROM ${quoteTable(plan.table)} ${whereClause(plan, parameters)}${returning(plan)}`
  }
}

function renderInsert(plan: MutationPlan, body: MutationBody, parameters: Parameters): string {
  const names = plan.columns.map(({ name }) => quote(name))
  const merges = plan.conflict?.action === 'merge'
  const conditions = merges ? [count('+ 1')] : []
  // PUT: the row must be the one that the url names.
  if (plan.kind === 'put') conditions.push(...plan.where.map((term) => renderWhere(BODY, term, parameters)))
  return [
    `INSERT INTO ${quoteTable(plan.table)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
    `SELECT ${names.map((name) => `${BODY}.${name}`).join(', ')}`,
    `FROM ${bodyRows(plan, body, parameters)}`,
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    conflictClause(plan, names),
    returning(plan),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Counts inserted rows in a transaction-local setting: up for each candidate, down again where it was an update. */
function count(step: '+ 1' | '- 1'): string {
  return `set_config('pgrst.inserted', (${INSERTED} ${step})::text, true) <> ''`
}

function conflictClause(plan: MutationPlan, names: readonly string[]): string {
  if (!plan.conflict || plan.conflict.columns.length === 0) return ''
  const target = `ON CONFLICT (${plan.conflict.columns.map(quote).join(', ')})`
  if (plan.conflict.action === 'ignore' || names.length === 0) return `${target} DO NOTHING`
  const sets = names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')
  return `${target} DO UPDATE SET ${sets} WHERE ${count('- 1')}`
}

function renderUpdate(plan: MutationPlan, body: MutationBody, parameters: Parameters): string {
  if (plan.columns.length === 0) {
    // Nothing to set changes nothing, but the response still has the selected columns.
    const table = quoteTable(plan.table)
    const columns = plan.returning.length === 0 ? '1' : plan.returning.map((name) => column(table, name)).join(', ')
    return `SELECT ${columns} FROM ${table} WHERE false`
  }
  const sets = plan.columns.map(({ name }) => `${quote(name)} = ${BODY}.${quote(name)}`).join(', ')
  const rows = bodyRows(plan, body, parameters)
  return `UPDATE ${quoteTable(plan.table)} SET ${sets} FROM ${rows} ${whereClause(plan, parameters)}${returning(plan)}`
}

function whereClause(plan: MutationPlan, parameters: Parameters): string {
  if (plan.where.length === 0) return ''
  const source = quoteTable(plan.table)
  return `WHERE ${plan.where.map((term) => renderWhere(source, term, parameters)).join(' AND ')} `
}

function returning(plan: MutationPlan): string {
  const table = quoteTable(plan.table)
  if (plan.returning.length === 0) return 'RETURNING 1'
  return `RETURNING ${plan.returning.map((name) => column(table, name)).join(', ')}`
}

function column(table: string, name: string): string {
  return name === '*' ? `${table}.*` : `${table}.${quote(name)}`
}

/** The body as rows named pgrst_body, typed like the table's columns. */
function bodyRows(plan: MutationPlan, body: MutationBody, parameters: Parameters): string {
  const { columns } = plan
  if (columns.length === 0) {
    return body.isArray
      ? `json_array_elements(${parameters.add(body.bytes)}::json) AS ${BODY}`
      : `(VALUES (1)) AS ${BODY}`
  }
  const isRead = columns.some(({ fromJson }) => fromJson !== null)
  if (!isRead) return `${records(plan, body, parameters)} AS ${BODY}(${shapeOf(columns)})`
  const read = columns.map(({ name, fromJson }) =>
    fromJson === null ? quote(name) : `${fromJson}(${quote(name)}) AS ${quote(name)}`,
  )
  return `(SELECT ${read.join(', ')} FROM ${records(plan, body, parameters)} AS pgrst_json(${shapeOf(columns)})) AS ${BODY}`
}

function shapeOf(columns: readonly BodyColumn[]): string {
  return columns.map(({ name, type, fromJson }) => `${quote(name)} ${fromJson === null ? type : 'json'}`).join(', ')
}

function records(plan: MutationPlan, body: MutationBody, parameters: Parameters): string {
  const { columns } = plan
  if (!plan.applyDefaults) {
    const call = body.isArray ? 'json_to_recordset' : 'json_to_record'
    return `${call}(${parameters.add(body.bytes)}::json)`
  }
  const payload = `${parameters.add(body.bytes)}::json::jsonb`
  const defaults = defaultsObject(columns, parameters)
  if (!body.isArray) return `jsonb_to_record(${defaults} || ${payload})`
  const filled = `(SELECT jsonb_agg(${defaults} || element) FROM jsonb_array_elements(${payload}) AS element)`
  return `jsonb_to_recordset(${filled})`
}

function defaultsObject(columns: readonly BodyColumn[], parameters: Parameters): string {
  const pairs = columns.flatMap(({ name, default: expression }) =>
    expression === null ? [] : [`${parameters.add(name)}::text, ${expression}`],
  )
  return `jsonb_build_object(${pairs.join(', ')})`
}
