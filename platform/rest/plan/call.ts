import { functionAmbiguous, functionNotFound } from '../errors.ts'
import { key, type Routine, type SchemaCache } from '../schema-cache/types.ts'
import { closest } from './fuzzy.ts'

export interface CallRequest {
  cache: SchemaCache
  schema: string
  name: string
  /** Names of the arguments given. */
  keys: readonly string[]
  isPost: boolean
  /** Media type of the body, without parameters. */
  contentType: string
}

/** Body types that a function with one unnamed parameter can take whole. */
const WHOLE_BODY: Record<string, readonly string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}
const RAW_TYPES = ['text/plain', 'text/xml', 'application/octet-stream']

/** Chooses the overload whose parameters are exactly those given, or the one that takes the whole body. */
export function findRoutine(request: CallRequest): Routine {
  const overloads = request.cache.routines.get(key(request.schema, request.name)) ?? []
  const named = overloads.filter((routine) => takesNames(routine, request))
  const candidates = named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, request))
  const [first, second] = candidates
  if (!first) throw notFound(request, overloads)
  if (second) throw functionAmbiguous(candidates.map(signature).join(', '))
  return first
}

function takesNames({ parameters }: Routine, { keys, isPost, contentType }: CallRequest): boolean {
  if (parameters.length === 0) return keys.length === 0 && !(isPost && RAW_TYPES.includes(contentType))
  const known = new Set(parameters.map(({ name }) => name))
  if (!keys.every((name) => known.has(name))) return false
  return parameters.every(({ name, required }) => !required || keys.includes(name))
}

function takesBody({ parameters }: Routine, { isPost, contentType }: CallRequest): boolean {
  const [only, second] = parameters
  if (!only || second || only.name !== '' || !isPost) return false
  return WHOLE_BODY[contentType]?.includes(only.type) ?? false
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`
}

function notFound(request: CallRequest, overloads: readonly Routine[]) {
  const { schema, name, isPost, contentType } = request
  const keys = [...request.keys].sort()
  const raw = isPost && RAW_TYPES.includes(contentType)
  const listed = keys.join(', ')
  const without = keys.length === 0
  const shown = raw ? '' : without ? ' without parameters' : `(${listed})`
  return functionNotFound({
    message: `Could not find the function ${schema}.${name}${shown} in the schema cache`,
    details: `Searched for the function ${schema}.${name}${searched(request, keys)}, but no matches were found in the schema cache.`,
    hint: raw ? null : suggest(request, keys, overloads),
  })
}

function searched({ isPost, contentType }: CallRequest, keys: readonly string[]): string {
  const named =
    keys.length === 0 ? ' without parameters' : ` with parameter${keys.length > 1 ? 's' : ''} ${keys.join(', ')}`
  if (!isPost) return named
  if (contentType === 'application/json') return `${named} or with a single unnamed json/jsonb parameter`
  const type = WHOLE_BODY[contentType]?.[0]
  return type ? ` with a single unnamed ${type} parameter` : named
}

function suggest({ cache, schema, name }: CallRequest, keys: readonly string[], overloads: readonly Routine[]) {
  const intro = `Perhaps you meant to call the function ${schema}.`
  if (overloads.length === 0) {
    const names = [...cache.routines.values()].flatMap(([first]) => (first?.schema === schema ? [first.name] : []))
    const other = closest(name, names, 0.75)
    return other === null ? null : `${intro}${other}`
  }
  const lists = overloads.map(
    ({ parameters }) =>
      `(${parameters
        .map((one) => one.name)
        .sort()
        .join(', ')})`,
  )
  const list = closest(`(${keys.join(', ')})`, lists)
  return list === null ? null : `${intro}${name}${list}`
}
