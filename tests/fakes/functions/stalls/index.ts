import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** Sends one chunk and then nothing more. */
export default {
  fetch() {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('first')) })
    return new Response(body)
  },
} satisfies FunctionHandler
