/** A write that is not answered by then is not the one that made the change: its commit was read a moment ago. */
const MAX_HOLD_MS = 250

/**
 * Sends a channel's changes in their order, but none before the requests that its client had under way when the
 * change was read are answered: a client that inserts a row learns the row's id first, and then of the row.
 */
export function createWriterLast(options: { answered(): Promise<void> | null; send(frame: Buffer): void }) {
  const held: Buffer[] = []
  let waiting = false

  async function wait(answered: Promise<void>, count: number) {
    waiting = true
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, MAX_HOLD_MS)
    await Promise.race([answered, late.promise])
    clearTimeout(timer)
    waiting = false
    for (const frame of held.splice(0, count)) options.send(frame)
    // What came meanwhile may be of a later request.
    if (held.length > 0) hold()
  }

  function hold() {
    const answered = options.answered()
    if (answered) void wait(answered, held.length)
    else for (const frame of held.splice(0)) options.send(frame)
  }

  return {
    send(frame: Buffer) {
      held.push(frame)
      if (!waiting) hold()
    },
    /** What is held is of no use to anybody any more. */
    end() {
      held.length = 0
    },
  }
}
