import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** verify_jwt is off for this one. */
export default {
  fetch: (_request, ctx) => Response.json({ caller: ctx.caller }),
} satisfies FunctionHandler
