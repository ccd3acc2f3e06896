import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

parentPort?.on('message', ({ id, password, hash }: { id: number; password: string; hash: string }) => {
  parentPort?.postMessage({ id, matches: compareSync(password, hash) })
})
