import type pg from 'pg'

/** A request that is due, as the trigger asked for it. */
export interface WebhookRequest {
  /** bigint as text. */
  id: string
  hook_name: string
  table_name: string
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, unknown>
  params: Record<string, unknown>
  body: string | null
  timeout_ms: number
  /** With the one that is about to begin. */
  attempts: number
}

/** How one attempt ended: with a status, or without a response. */
export interface Attempt {
  status: number | null
  error: string | null
}

/** Longer than any attempt: a process that ends in one leaves the request to the others after it. */
const LEASE = '2 minutes'

/** Takes requests that are due, so that no other process sends them as well. */
export async function claimRequests(db: pg.Pool, limit: number): Promise<WebhookRequest[]> {
  const { rows } = await db.query<WebhookRequest>({
    name: 'webhooks_claim',
    text: `update _platform.webhook_requests set attempts = attempts + 1, due_at = now() + interval '${LEASE}'
      where id = any(array(
        select id from _platform.webhook_requests
        where finished_at is null and due_at <= now() order by due_at limit $1 for update skip locked
      ))
      returning id, hook_name, table_name, url, method, headers, params, body, timeout_ms, attempts`,
    values: [limit],
  })
  return rows
}

/** Ends a request; its body goes, for nobody needs the row's data any more. */
export async function finishRequest(db: pg.Pool, id: string, { status, error }: Attempt): Promise<void> {
  await db.query(
    `update _platform.webhook_requests set finished_at = now(), body = null, status = $2, error = $3 where id = $1`,
    [id, status, error],
  )
}

export async function postponeRequest(
  db: pg.Pool,
  id: string,
  { status, error, afterSeconds }: Attempt & { afterSeconds: number },
): Promise<void> {
  await db.query(
    `update _platform.webhook_requests set due_at = now() + make_interval(secs => $4), status = $2, error = $3 where id = $1`,
    [id, status, error, afterSeconds],
  )
}

/** Tables with webhooks, for the warning that nothing is sent. */
export async function tablesWithWebhooks(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_catalog.pg_trigger
     where tgfoid = 'supabase_functions.http_request'::regproc and not tgisinternal order by 1`,
  )
  return rows.map(({ name }) => name)
}
