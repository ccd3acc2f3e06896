import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** Who am I: by SQL as service, and by both clients through the platform's own door. */
export default {
  async fetch(_request, ctx) {
    const direct = await ctx.sql.query<{ name: string }>('select current_user as name')
    const [caller, service] = await Promise.all([
      ctx.supabase.functions.invoke('mirror', { body: 'x' }),
      ctx.service.functions.invoke('mirror', { body: 'x' }),
    ])
    return Response.json({ sql: direct.rows[0]?.name, caller: caller.data, service: service.data })
  },
} satisfies FunctionHandler
