import { z } from 'zod'
import type { FunctionContext, FunctionHandler } from './context.ts'
import { json, postFunction, Refusal } from './http.ts'
import { requireStaff } from './staff.ts'

const input = z.object({
  /** Tells what would change, and publishes nothing. */
  dry_run: z.boolean().default(false),
  scope: z.record(z.string(), z.unknown()).default({}),
})
const started = z.object({ status: z.string(), message: z.string().nullable() })

/**
 * A function that asks for an import and answers at once: `{ success, run_id, message }`. The worker does the work; how it
 * goes is told by the run's row. Where something is missing, the run has failed already and the message says what.
 */
export function feedFunction(kind: string, title: string): FunctionHandler {
  return postFunction({
    input,
    maxBytes: 10_000,
    mayBeEmpty: true,
    async run({ dry_run, scope }, ctx) {
      if (ctx.caller?.role !== 'service_role') await requireStaff(ctx, 'editor')
      const run_id = await start(ctx, { kind, scope, dry_run })
      const { data, error } = await ctx.supabase.from('feed_runs').select('status, message').eq('id', run_id).single()
      if (error) throw new Error(`The run of the import could not be read: ${error.message}`)
      const { status, message } = started.parse(data)
      if (status === 'failed') return json({ success: false, run_id, message, error: message }, { status: 409 })
      return { run_id, message: `The import of ${title} has been asked for. The list of imports shows how it goes.` }
    },
  })
}

interface Wanted {
  kind: string
  scope: object
  dry_run: boolean
}

async function start({ supabase }: FunctionContext, { kind, scope, dry_run }: Wanted): Promise<number> {
  const { data, error } = await supabase.rpc('start_feed_run', {
    kind_param: kind,
    scope_param: scope,
    dry_run_param: dry_run,
  })
  const [, status] = /^PT(4\d\d)$/.exec(error?.code ?? '') ?? []
  if (error && status) throw new Refusal(Number(status), [error.message, error.hint].filter(Boolean).join('. '))
  if (error) throw new Error(`The import could not be asked for: ${error.message}`)
  return z.number().parse(data)
}
