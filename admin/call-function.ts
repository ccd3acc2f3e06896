import { supabase, UNREACHABLE } from './client.ts'
import { z } from './zod.ts'

const failure = z.object({ error: z.string() })

/** A function's response, or its own sentence for what went wrong. */
export async function callFunction(
  name: string,
  body: object | File,
  method: 'GET' | 'POST' = 'POST',
): Promise<unknown> {
  const sent = body instanceof File ? body : { ...body }
  const { data, error } = await supabase.functions.invoke(name, method === 'GET' ? { method } : { body: sent })
  if (!error) return data
  const response: unknown = 'context' in error ? error.context : null
  if (!(response instanceof Response)) throw new Error(UNREACHABLE)
  const said = failure.safeParse(await response.json().catch(() => null))
  throw Object.assign(
    new Error(said.success ? said.data.error : `The server answered with an error (${response.status}). Try again.`),
    { status: response.status },
  )
}

/** Whether the same call may succeed later: the server was away, or nobody was signed in. What was refused stays refused. */
export function mayPass(error: Error): boolean {
  if (error.message === UNREACHABLE) return true
  return 'status' in error && (error.status === 401 || error.status === 403 || Number(error.status) >= 500)
}
