/** A timer that fires once nothing has happened for `limitMs`. */
export function createIdleTimer(limitMs: number, onIdle: () => void) {
  let timer = setTimeout(onIdle, limitMs)
  return {
    touch() {
      clearTimeout(timer)
      timer = setTimeout(onIdle, limitMs)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

export interface ReplyStreamOptions {
  body: ReadableStream<Uint8Array>
  /** Called with each chunk, so that a stream that still flows is not idle. */
  onChunk: () => void
  /** Called once: with the error when the function's stream broke, without when it ended or the client left. */
  onEnd: (error?: unknown) => void
  /** Ends the stream with an error when it fires. */
  signal: AbortSignal
}

/** Hands a function's response on chunk by chunk, at the client's pace. */
export function watchResponse({ body, onChunk, onEnd, signal }: ReplyStreamOptions): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let onAbort = () => {}
  /** The client left: what the function still sends has nowhere to go, and the response has ended already. */
  let left = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      onAbort = () => {
        controller.error(signal.reason)
        reader.cancel(signal.reason).catch(() => {})
      }
      signal.addEventListener('abort', onAbort, { once: true })
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (signal.aborted || left) return
        if (!done) {
          onChunk()
          controller.enqueue(value)
          return
        }
        signal.removeEventListener('abort', onAbort)
        onEnd()
        controller.close()
      } catch (error) {
        if (signal.aborted || left) return
        signal.removeEventListener('abort', onAbort)
        onEnd(error)
        controller.error(error)
      }
    },
    async cancel(reason) {
      left = true
      signal.removeEventListener('abort', onAbort)
      onEnd()
      await reader.cancel(reason)
    },
  })
}
