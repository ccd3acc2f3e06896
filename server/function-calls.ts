import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** One folder each: <name>/index.ts. Folders that begin with _ are shared code. */
export const FUNCTIONS = fileURLToPath(new URL('../supabase/functions', import.meta.url))

export async function functionNames(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  return folders.map((entry) => entry.name)
}

export interface FunctionCallOptions {
  /** The platform's own fetch, without a socket. */
  fetch: typeof fetch
  siteUrl: string
  secretKey: string
}

/** What a job does: it calls a function with the secret key. Throws what the function answered when it is no success. */
export function createFunctionCall({ fetch, siteUrl, secretKey }: FunctionCallOptions) {
  return async (name: string, data: object, job: { id: string; signal: AbortSignal }): Promise<void> => {
    const response = await fetch(`${siteUrl}/functions/v1/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', 'x-request-id': job.id },
      body: JSON.stringify(data),
      signal: job.signal,
    })
    if (response.ok) await response.body?.cancel()
    else throw new Error(`The function ${name} answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
  }
}
