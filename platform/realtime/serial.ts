type Task = () => void | Promise<void>

export interface SerialOptions {
  /** Tasks that may wait behind a slow one. */
  maxWaiting: number
  onFull(): void
  onError(error: unknown): void
}

/** Runs tasks one after another: at once when nothing is under way, so that quick ones stay in step with the caller. */
export function createSerial({ maxWaiting, onFull, onError }: SerialOptions) {
  const waiting: Task[] = []
  let busy = false

  function start(task: Task) {
    try {
      const result = task()
      if (!result) return
      busy = true
      result.catch(onError).finally(next)
    } catch (error) {
      onError(error)
    }
  }

  function next() {
    busy = false
    for (let task = waiting.shift(); task; task = busy ? undefined : waiting.shift()) start(task)
  }

  return function run(task: Task) {
    if (!busy) start(task)
    else if (waiting.length < maxWaiting) waiting.push(task)
    else onFull()
  }
}
