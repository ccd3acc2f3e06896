import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** Tells what arrived. */
export default {
  async fetch(request, ctx) {
    const url = new URL(request.url)
    return Response.json({
      method: request.method,
      path: url.pathname,
      query: url.search,
      body: await request.text(),
      contentType: request.headers.get('content-type'),
      role: ctx.caller?.role ?? null,
      requestId: ctx.requestId,
    })
  },
} satisfies FunctionHandler
