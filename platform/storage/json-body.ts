import type { z } from 'zod'
import { readText } from '../kernel/body.ts'
import { invalidRequest } from './errors.ts'

/** Bytes: a thousand keys of the longest kind fit. Larger bodies are files and come another way. */
const MAX_JSON_BYTES = 2 * 1024 * 1024

/** The request's JSON, checked. An absent body counts as `{}`; faults are named as Supabase's validator names them. */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const text = await readText(request, MAX_JSON_BYTES)
  let input: unknown
  try {
    input = text === '' ? {} : JSON.parse(text)
  } catch {
    throw invalidRequest('Body is not valid JSON')
  }
  return check(input, schema, 'body')
}

/** The query string, checked in the same way. */
export function readQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  return check(Object.fromEntries(url.searchParams), schema, 'querystring')
}

function check<Schema extends z.ZodType>(input: unknown, schema: Schema, place: string): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw invalidRequest(issue ? describe(issue, place) : `${place} is invalid`)
}

function describe(issue: z.core.$ZodIssue, place: string): string {
  const path = issue.path.map(String)
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  if (missing && path.length > 0) {
    return `${[place, ...path.slice(0, -1)].join('/')} must have required property '${path.at(-1)}'`
  }
  return `${[place, ...path].join('/')} ${issue.message}`
}
