import type { FunctionHandler } from '../../../../supabase/functions/_shared/context.ts'

/** Upper-cases the request body while it is still coming in. */
export default {
  fetch(request) {
    const upper = new TransformStream<string, string>({
      transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
    })
    const body = request.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(upper)
      .pipeThrough(new TextEncoderStream())
    return new Response(body ?? null, { headers: { 'content-type': 'text/event-stream' } })
  },
} satisfies FunctionHandler
