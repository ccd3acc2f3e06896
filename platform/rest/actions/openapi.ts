import { z } from 'zod'
import { mediaTypeUnavailable } from '../errors.ts'
import { openapiDocument } from '../openapi/document.ts'
import { requireValid } from '../request/preferences.ts'
import type { Action, RestRequest } from './action.ts'

const ACCEPTED = ['application/openapi+json', 'application/json', '*/*', 'application/*']

/** What the caller may touch in the schema, asked of Postgres as the caller. */
const ALLOWED = `
select json_build_object(
  'tables', (
    select coalesce(json_agg(c.relname), '[]')
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (
        pg_catalog.has_table_privilege(c.oid, 'SELECT,INSERT,UPDATE,DELETE')
        or pg_catalog.has_any_column_privilege(c.oid, 'SELECT,INSERT,UPDATE')
      )
  ),
  'routines', (
    select coalesce(json_agg(p.oid::int8), '[]')
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1 and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  )
)::text`

const Allowed = z.object({ tables: z.array(z.string()), routines: z.array(z.number()) })

/** GET /: the OpenAPI document, limited to the caller's privileges unless the project says otherwise. */
export function openapiAction(request: RestRequest, publicUrl: string): Action {
  const { schema } = request
  if (!request.accepted.some(({ type }) => ACCEPTED.includes(type))) {
    throw mediaTypeUnavailable(request.accepted.map(({ text }) => text))
  }
  requireValid(request.preferences)
  const headers: [string, string][] = [['Content-Type', 'application/openapi+json; charset=utf-8']]
  if (request.namesSchema) headers.push(['Content-Profile', schema])
  return {
    statements: [{ text: ALLOWED, values: [schema] }],
    readOnly: true,
    respond: (results) => {
      const allowed = Allowed.parse(JSON.parse(results[0]?.rows[0]?.[0] ?? '{}'))
      const document = describe(request, allowed, publicUrl)
      return new Response(request.method === 'HEAD' ? null : JSON.stringify(document), { status: 200, headers })
    },
  }
}

function describe({ known, schema }: RestRequest, allowed: z.infer<typeof Allowed>, publicUrl: string): object {
  const { cache, settings } = known
  const all = settings.openapiMode === 'ignore-privileges'
  const routines = [...cache.routines.values()].flat()
  return openapiDocument({
    cache,
    tables: [...cache.tables.values()].filter(
      (table) => table.schema === schema && (all || allowed.tables.includes(table.name)),
    ),
    routines: routines.filter((one) => one.schema === schema && (all || allowed.routines.includes(one.oid))),
    comment: cache.schemaComments.get(schema) ?? null,
    publicUrl: new URL(`${publicUrl}/rest/v1`),
  })
}
