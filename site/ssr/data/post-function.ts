import { publicSettings } from './public-settings.ts'

/** Posts JSON to the backend: from the browser, or while rendering for visitors without script. */
export type Post = (path: string, body: string) => Promise<Response>

export interface FunctionAnswer {
  ok: boolean
  /** 503 when nothing answered. */
  status: number
  /** What the function says of the whole, where it refused. */
  error?: string
  /** What it says beside each field. */
  fields: Readonly<Record<string, string>>
}

/** Calls a server function of the shop. Never throws: no connection is an answer too. */
export async function postFunction(post: Post, name: string, body: object): Promise<FunctionAnswer> {
  try {
    const reply = await post(`/functions/v1/${name}`, JSON.stringify(body))
    if (reply.ok) {
      // While rendering, no socket ends a reply that nobody reads: it would stay open until its idle limit.
      await reply.body?.cancel()
      return { ok: true, status: reply.status, fields: {} }
    }
    const said: unknown = await reply.json().catch(() => null)
    return { ok: false, status: reply.status, ...refusalIn(said) }
  } catch {
    return { ok: false, status: 503, fields: {} }
  }
}

export const postFromPage: Post = (path, body) =>
  fetch(path, {
    method: 'POST',
    headers: { apikey: publicSettings().publishableKey, 'content-type': 'application/json' },
    body,
  })

function refusalIn(said: unknown): Pick<FunctionAnswer, 'error' | 'fields'> {
  if (typeof said !== 'object' || said === null) return { fields: {} }
  const error = 'error' in said && typeof said.error === 'string' ? { error: said.error } : {}
  const fields = 'fields' in said && typeof said.fields === 'object' && said.fields !== null ? said.fields : {}
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ...error, fields: Object.fromEntries(texts) }
}
