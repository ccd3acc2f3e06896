import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** Answers only when it is told to give up. */
export default {
  fetch(request) {
    return new Promise<Response>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  },
} satisfies FunctionHandler
