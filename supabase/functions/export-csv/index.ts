import { z } from 'zod'
import type { FunctionHandler } from '../_shared/context.ts'
import { postFunction, Refusal } from '../_shared/http.ts'
import { requireStaff } from '../_shared/staff.ts'
import { describeExport, streamCsv } from './csv.ts'
import { readTicket, writeTicket } from './ticket.ts'

/** Long enough to begin the download; it may take as long as it takes. */
const BEGIN_WITHIN_MS = 5 * 60_000

const sign = postFunction({
  input: z.object({
    table: z.string().max(63),
    filter: z
      .array(z.object({ column: z.string(), op: z.string(), value: z.unknown().optional() }))
      .max(50)
      .default([]),
    columns: z.array(z.string().max(63)).min(1).max(100).optional(),
  }),
  maxBytes: 65_536,
  async run(wanted, ctx) {
    await requireStaff(ctx, 'editor')
    const { forRole, columns } = await describeExport(ctx.sql, wanted)
    if (forRole === 'admin') await requireStaff(ctx, 'admin')
    const expiresAt = Date.now() + BEGIN_WITHIN_MS
    const ticket = writeTicket({ ...wanted, columns, expiresAt }, ctx.keys.secret)
    const query = new URLSearchParams({ ticket, apikey: ctx.keys.publishable })
    return { url: `${ctx.url}/functions/v1/export-csv?${query}` }
  },
})

/**
 * All rows of a list's filter as CSV. POST by staff returns a signed address; GET of it streams the file, so that the
 * browser saves it as it comes and neither side ever holds it.
 */
export default {
  async fetch(request, ctx) {
    if (request.method !== 'GET') return sign.fetch(request, ctx)
    const wanted = readTicket(new URL(request.url).searchParams.get('ticket') ?? '', ctx.keys.secret)
    if (!wanted || wanted.expiresAt < Date.now()) {
      const { status, message } = new Refusal(403, 'This address has ended. Go back to the list and export it again.')
      return new Response(message, { status, headers: { 'cache-control': 'no-store' } })
    }
    return new Response(await streamCsv(ctx, wanted), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${wanted.table}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
} satisfies FunctionHandler
