import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

export default {
  fetch() {
    throw new Error('a secret detail')
  },
} satisfies FunctionHandler
