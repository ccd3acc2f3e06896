import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { FunctionContext, FunctionHandler } from '../_shared/context.ts'
import { postFunction } from '../_shared/http.ts'
import { limitRate } from '../_shared/rate-limit.ts'
import { requireRecentProof } from '../_shared/recent-proof.ts'
import { requireStaff } from '../_shared/staff.ts'
import { describeExport, streamCsv } from './csv.ts'
import { condition, readTicket, type Ticket, writeTicket } from './ticket.ts'

/** Long enough to begin the download; it may take as long as it takes. */
const BEGIN_WITHIN_MS = 5 * 60_000
/** More than anybody clicks; a download that nobody reads ends with the idle limit of functions. */
const PER_ACCOUNT = { name: 'export', amount: 20, seconds: 300 } as const

const sign = postFunction({
  input: z.object({
    table: z.string().max(63),
    filter: z.array(condition).max(50).default([]),
    columns: z.array(z.string().max(63)).min(1).max(100).optional(),
  }),
  maxBytes: 65_536,
  async run(wanted, ctx) {
    const account = await requireStaff(ctx, 'editor')
    const { forRole, columns } = await describeExport(ctx.sql, wanted)
    if (forRole === 'admin') {
      await requireStaff(ctx, 'admin')
      await requireRecentProof(ctx)
    }
    await limitRate(ctx, PER_ACCOUNT, account)
    const ticket = writeTicket(
      {
        ...{ ...wanted, columns, id: randomUUID(), expiresAt: Date.now() + BEGIN_WITHIN_MS },
        claims: askedAgain(ctx.caller?.claims ?? {}),
      },
      ctx.keys.secret,
    )
    const query = new URLSearchParams({ ticket, apikey: ctx.keys.publishable })
    return { url: `${ctx.url}/functions/v1/export-csv?${query}` }
  },
})

/** What private.has_role looks at. */
function askedAgain(claims: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(['sub', 'role', 'aal', 'session_id', 'client_id'].map((name) => [name, claims[name]]))
}

/**
 * All rows of a list's filter as CSV. POST by staff returns a signed address; GET of it streams the file, once, so that
 * the browser saves it as it comes and neither side ever holds it.
 */
export default {
  async fetch(request, ctx) {
    if (request.method !== 'GET') return sign.fetch(request, ctx)
    const wanted = readTicket(new URL(request.url).searchParams.get('ticket') ?? '', ctx.keys.secret)
    const reason =
      !wanted || wanted.expiresAt < Date.now()
        ? 'This address has ended. Go back to the list and export it again.'
        : await begin(ctx, wanted)
    if (!wanted || reason) {
      return new Response(reason, { status: 403, headers: { 'cache-control': 'no-store' } })
    }
    return new Response(await streamCsv(ctx.sql, wanted), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${wanted.table}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
} satisfies FunctionHandler

/** Null, or why the download does not begin. */
async function begin({ sql }: FunctionContext, { id, claims, table, columns }: Ticket): Promise<string | null> {
  const { rows } = await sql.query<{ reason: string | null }>('select private.begin_export($1, $2, $3, $4) as reason', [
    id,
    claims,
    table,
    columns,
  ])
  return rows[0]?.reason ?? null
}
