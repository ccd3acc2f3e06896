import { parseQuery } from '../parse/query.ts'
import { findRoutine } from '../plan/call.ts'
import { findTable } from '../plan/find-table.ts'
import type { RestRequest } from './action.ts'

/** OPTIONS: which methods the resource takes. */
export function describeTable(request: RestRequest, name: string): Response {
  const table = findTable(request.known.cache, request.schema, name)
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (table.insertable) methods.push('POST')
  if (table.insertable && table.updatable && table.primaryKey.length > 0) methods.push('PUT')
  if (table.updatable) methods.push('PATCH')
  if (table.deletable) methods.push('DELETE')
  return allow(methods)
}

export function describeFunction(request: RestRequest, name: string): Response {
  const query = parseQuery(request.pairs, true)
  const routine = findRoutine({
    cache: request.known.cache,
    schema: request.schema,
    name,
    keys: [...new Set(query.arguments.map(([key]) => key))],
    isPost: false,
    contentType: request.contentType,
  })
  return allow(routine.volatility === 'volatile' ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST'])
}

export function describeRoot(): Response {
  return allow(['OPTIONS', 'GET', 'HEAD'])
}

function allow(methods: readonly string[]): Response {
  return new Response('', { status: 200, headers: { Allow: methods.join(','), 'Access-Control-Allow-Origin': '*' } })
}
