import { type JsonObject, RestError } from './rest-error.ts'

/**
 * Every refusal that is raised by this service itself; what Postgres refuses is in `response/database-error.ts`.
 * Codes, texts and statuses are PostgREST's (docs: references/errors), because clients match them.
 */
const bad = (code: string, message: string, rest: Partial<RestErrorBody> = {}) => raise(400, code, message, rest)

interface RestErrorBody {
  details: string | JsonObject[] | null
  hint: string | null
  headers: Record<string, string>
}

function raise(status: number, code: string, message: string, rest: Partial<RestErrorBody> = {}): RestError {
  return new RestError({ status, code, message, details: null, hint: null, headers: {}, ...rest })
}

// --- the request (PGRST1xx)
export const parseFailed = (message: string, details: string) => bad('PGRST100', message, { details })
export const backReference = () =>
  bad('PGRST100', 'A regular expression with back references is not taken', {
    details: 'Matching one can take time without bound.',
    hint: 'Write the expression without \\1 to \\9.',
  })
export const rpcMethodNotAllowed = (method: string) => raise(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
export const invalidBody = (message: string) => bad('PGRST102', message)
export const bodyTooLarge = (limitBytes: number) =>
  raise(413, 'PGRST102', `The request body is larger than ${limitBytes} bytes: send fewer rows in one request`)
export const bodyCut = () => raise(408, 'PGRST102', 'The request body broke off before its end')
export const urlTooLong = (limit: number) =>
  raise(414, 'PGRST100', `The query string is longer than ${limit} characters: use a POST to a function instead`)
export const limitNegative = () =>
  raise(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })
export const rangeReversed = () =>
  raise(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  })
export const rangeOutOfBounds = (offset: number, total: number) =>
  raise(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'Content-Range': `*/${total}` },
  })
export const putFilters = () =>
  raise(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
export const schemaNotExposed = (schema: string, exposed: readonly string[]) =>
  raise(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
export const mediaTypeUnavailable = (accepted: readonly string[]) =>
  raise(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`)
export const notEmbedded = (name: string) =>
  bad('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
export const badHeadersSetting = () =>
  raise(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
export const badStatusSetting = () => raise(500, 'PGRST112', 'response.status guc must be a valid status code')
export const putLimit = () => bad('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
export const putKeyMismatch = () => bad('PGRST115', 'Payload values do not match URL in primary key column(s)')
export const notSingular = (rows: number) =>
  raise(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
export const methodNotAllowed = (method: string) => raise(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
export const relatedOrderNotToOne = (origin: string, target: string) =>
  bad('PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
export const badEmbedFilter = (name: string) =>
  bad('PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
export const invalidPreferences = (preferences: readonly string[]) =>
  bad('PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })
export const aggregatesOff = () => bad('PGRST123', 'Use of aggregate functions is not allowed')
export const tooManyAffected = (rows: number) =>
  bad('PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
export const invalidPath = () => raise(404, 'PGRST125', 'Invalid path specified in request URL')
export const rootDisabled = () => raise(404, 'PGRST126', 'Root endpoint metadata is disabled')
export const notImplemented = (details: string) => bad('PGRST127', 'Feature not implemented', { details })
export const maxAffectedNeedsSet = () =>
  bad('PGRST128', 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict')
export const embedTooDeep = (limit: number) =>
  bad('PGRST100', `The select parameter embeds more than ${limit} levels deep`, {
    details: `This role may embed at most ${limit} levels`,
    hint: 'Split the request, or move the deeper part into a view or a function.',
  })

// --- what the schema cache does not know (PGRST2xx)
export const relationshipNotFound = (options: {
  parent: string
  child: string
  hint: string | null
  schema: string
  suggestion: string | null
}) =>
  bad(
    'PGRST200',
    `Could not find a relationship between '${options.parent}' and '${options.child}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${options.parent}' and '${options.child}'${
        options.hint === null ? '' : ` using the hint '${options.hint}'`
      } in the schema '${options.schema}', but no matches were found.`,
      hint: options.suggestion,
    },
  )
export const relationshipAmbiguous = (options: {
  parent: string
  child: string
  details: JsonObject[]
  choices: string
}) =>
  raise(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${options.parent}' and '${options.child}'`,
    {
      details: options.details,
      hint: `Try changing '${options.child}' to one of the following: ${options.choices}. Find the desired relationship in the 'details' key.`,
    },
  )
export const functionNotFound = (options: { message: string; details: string; hint: string | null }) =>
  raise(404, 'PGRST202', options.message, { details: options.details, hint: options.hint })
export const functionAmbiguous = (candidates: string) =>
  raise(300, 'PGRST203', `Could not choose the best candidate function between: ${candidates}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
export const columnNotFound = (table: string, column: string) =>
  bad('PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)
export const tableNotFound = (schema: string, table: string, suggestion: string | null) =>
  raise(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
  })

/** Identifiers never reach Postgres unless the cache knows them, so its own refusals are spoken here. */
export const columnDoesNotExist = (qualified: string, hint: string | null) =>
  bad('42703', `column ${qualified} does not exist`, { hint })
export const typeDoesNotExist = (type: string) => bad('42704', `type "${type}" does not exist`)

// --- the token (PGRST3xx)
const challenge = (message: string) => ({
  'WWW-Authenticate': `Bearer error="invalid_token", error_description="${message.replaceAll('"', "'")}"`,
})
export const tokenUndecodable = (message: string, details: string | null = null) =>
  raise(401, 'PGRST301', message, { details, headers: challenge(message) })
export const tokenRefused = (message: string) => raise(401, 'PGRST303', message, { headers: challenge(message) })
export const roleDoesNotExist = (role: string) =>
  raise(401, '22023', `role "${role}" does not exist`, { headers: { 'WWW-Authenticate': 'Bearer' } })

// --- the service itself (PGRST0xx)
export const databaseUnreachable = () => raise(503, 'PGRST000', 'Database connection error. Retrying the connection.')
export const cacheNotLoaded = () =>
  raise(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.')
export const poolTimedOut = () => raise(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
export const internal = (requestId: string) =>
  raise(500, 'PGRSTX00', `Internal error. The log has it under request id ${requestId}.`)

/** Of a call that is refused before its arguments are read, in Postgres' own words. */
export const functionForbidden = (name: string, isAnonymous: boolean) =>
  raise(isAnonymous ? 401 : 403, '42501', `permission denied for function ${name}`, {
    headers: isAnonymous ? { 'WWW-Authenticate': 'Bearer' } : {},
  })

/** As the safeupdate extension of hosted projects says it: a forgotten filter must not change every row. */
export const whereRequired = (kind: 'update' | 'delete') =>
  bad('21000', `${kind.toUpperCase()} requires a WHERE clause`)
