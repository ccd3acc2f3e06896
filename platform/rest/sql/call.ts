import type { CallPlan } from '../plan/types.ts'
import type { RoutineParameter } from '../schema-cache/types.ts'
import { arrayLiteral, cleanText, quote, quoteTable } from './expressions.ts'
import type { Parameters } from './parameters.ts'

/** The function's rows: columns of a composite result, or one column `pgrst_scalar`. */
export function renderCall(
  plan: CallPlan,
  body: { bytes: Buffer },
  computed: readonly string[],
  parameters: Parameters,
): string {
  const { routine } = plan
  const given = routine.parameters.filter(({ name }) => plan.given.includes(name))
  const call = (list: string) => {
    const invocation = `${quoteTable(routine)}(${list})`
    return routine.returns === 'composite'
      ? `${invocation} pgrst_call`
      : `(SELECT ${invocation} pgrst_scalar) pgrst_call`
  }
  const columns =
    routine.returns === 'composite'
      ? ['pgrst_call.*', ...computed.map((name) => `pgrst_call.${quote(name)}`)].join(', ')
      : 'pgrst_call.pgrst_scalar'
  switch (plan.arguments.kind) {
    case 'none':
      return `SELECT ${columns} FROM ${call('')}`
    case 'body': {
      const { type, castType } = plan.arguments
      return `SELECT ${columns} FROM ${call(wholeBody(type, castType, body.bytes, parameters))}`
    }
    case 'direct': {
      const { values } = plan.arguments
      return `SELECT ${columns} FROM ${call(given.map((parameter) => directArgument(parameter, values, parameters)).join(', '))}`
    }
    case 'json': {
      if (given.length === 0) return `SELECT ${columns} FROM ${call('')}`
      const shape = given.map(({ name, castType }) => `${quote(name)} ${castType}`).join(', ')
      const record = plan.arguments.isArray ? 'json_to_recordset' : 'json_to_record'
      const rows = `${record}(${parameters.add(body.bytes)}::json) AS pgrst_body(${shape})`
      const list = given.map((parameter) => `${assign(parameter)} pgrst_body.${quote(parameter.name)}`).join(', ')
      // LATERAL reads as many rows as the body has; a call takes one object.
      const limited = plan.arguments.isArray ? `(SELECT * FROM ${rows} LIMIT 1) pgrst_body` : rows
      return `SELECT ${columns} FROM ${limited}, LATERAL ${call(list)}`
    }
  }
}

/** Bytes as they came, but where Postgres' binary form is another one than the text. */
function wholeBody(type: string, castType: string, bytes: Buffer, parameters: Parameters): string {
  if (type === 'xml') return `${parameters.add(bytes.toString('utf8'))}::xml`
  return type === 'jsonb' ? `${parameters.add(bytes)}::json::jsonb` : `${parameters.add(bytes)}::${castType}`
}

function assign({ name, variadic }: RoutineParameter): string {
  return `${variadic ? 'VARIADIC ' : ''}${quote(name)} :=`
}

function directArgument(
  parameter: RoutineParameter,
  values: ReadonlyMap<string, string[]>,
  parameters: Parameters,
): string {
  const texts = values.get(parameter.name) ?? []
  const value = parameter.variadic ? arrayLiteral(texts) : cleanText(texts.at(-1) ?? '')
  return `${assign(parameter)} ${parameters.add(value)}::${parameter.castType}`
}
