import { Worker } from 'node:worker_threads'

/** bcryptjs computes in JavaScript and would hold up every other request for 100 ms: it gets a thread of its own. */
export function createBcryptWorker() {
  let worker: Worker | null = null
  let nextId = 1
  const open = new Map<number, { resolve: (matches: boolean) => void; reject: (error: Error) => void }>()

  function started(): Worker {
    if (worker) return worker
    const fresh = new Worker(new URL('./bcrypt-worker.ts', import.meta.url))
    fresh.unref()
    fresh.on('message', (message: { id: number; matches: boolean }) => {
      open.get(message.id)?.resolve(message.matches)
      open.delete(message.id)
    })
    fresh.on('error', (error) => {
      for (const waiting of open.values()) waiting.reject(error)
      open.clear()
      worker = null
    })
    worker = fresh
    return fresh
  }

  return {
    compare(password: string, hash: string): Promise<boolean> {
      const id = nextId++
      return new Promise((resolve, reject) => {
        open.set(id, { resolve, reject })
        started().postMessage({ id, password, hash })
      })
    },
    async close() {
      await worker?.terminate()
      worker = null
    },
  }
}
