import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { requestLimit } from '../errors.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import type { ResponseToVerify, VerifiedAssertion } from './verify-response.ts'

export type SamlJob =
  | { kind: 'metadata'; xml: string }
  | { kind: 'issuer'; xml: string }
  | { kind: 'response'; response: ResponseToVerify }
export type SamlOutcome =
  | { kind: 'ready' }
  | { kind: 'metadata'; value: IdpMetadata }
  | { kind: 'issuer'; value: string }
  | { kind: 'response'; value: VerifiedAssertion }
  | { kind: 'refused'; reason: string }

/** The document will not do. The reason is for a log or for an admin, never for a visitor. */
export class SamlRefused extends Error {}

export interface SamlThread {
  metadata(xml: string): Promise<IdpMetadata>
  issuer(xml: string): Promise<string>
  verify(response: ResponseToVerify): Promise<VerifiedAssertion>
  close(): Promise<void>
}

/** An honest document takes some 20 ms; the slowest that passes the limits of xml.ts takes some 500. */
const JOB_MS = 3000
/** Loading the libraries, on a busy machine. */
const START_MS = 30_000
/** Each waits for those before it, at worst JOB_MS each: whoever comes later is told to come again. */
const MAX_WAITING = 20
/** The limits of xml.ts keep documents far below; V8 may end the process when a thread fills its memory in one go. */
const MAX_HEAP_MB = 256
/** Parsed metadata is cached, because every sign-in needs it. */
const MAX_CACHED_METADATA = 100

/**
 * Foreign XML is parsed and its signatures are checked in a thread of its own, one document at a time, with an end to
 * time and memory: no document can hold up anybody who asks for something else.
 */
export function createSamlThread(workerUrl = new URL('./saml-worker.ts', import.meta.url)): SamlThread {
  let worker: Promise<Worker> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const cached = new LRUCache<string, IdpMetadata>({ max: MAX_CACHED_METADATA })

  async function run(job: SamlJob): Promise<SamlOutcome> {
    if (waiting >= MAX_WAITING) throw requestLimit()
    waiting++
    const mine = last.then(() => runNow(job))
    last = mine.catch(() => {}).finally(() => waiting--)
    return mine
  }

  /** Forgotten when it ends, for whatever reason; the next job starts another. */
  function start(): Promise<Worker> {
    const fresh = startWorker(workerUrl)
    const forget = () => {
      if (worker === fresh) worker = null
    }
    fresh.then((started) => started.once('exit', forget), forget)
    return fresh
  }

  async function runNow(job: SamlJob): Promise<SamlOutcome> {
    worker ??= start()
    const started = await worker
    const outcome = await outcomeOf(started, JOB_MS, job)
    if (outcome) return outcome
    await started.terminate()
    throw new SamlRefused('the document takes too much time or memory')
  }

  return {
    async metadata(xml) {
      const known = cached.get(xml)
      if (known) return known
      const outcome = await run({ kind: 'metadata', xml })
      if (outcome.kind !== 'metadata') throw refused(outcome)
      cached.set(xml, outcome.value)
      return outcome.value
    },
    async issuer(xml) {
      const outcome = await run({ kind: 'issuer', xml })
      if (outcome.kind !== 'issuer') throw refused(outcome)
      return outcome.value
    },
    async verify(response) {
      const outcome = await run({ kind: 'response', response })
      if (outcome.kind !== 'response') throw refused(outcome)
      return outcome.value
    },
    async close() {
      const started = await worker?.catch(() => null)
      worker = null
      await started?.terminate()
    },
  }
}

async function startWorker(url: URL): Promise<Worker> {
  const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  worker.unref()
  // Without a listener an error of the thread would end the process; each job has its own way to notice it.
  worker.on('error', () => {})
  if (await outcomeOf(worker, START_MS, null)) return worker
  await worker.terminate()
  throw new Error('The thread for SAML documents does not start.')
}

/** The thread's next message, or null when it ends or the time is over. */
function outcomeOf(worker: Worker, timeoutMs: number, job: SamlJob | null): Promise<SamlOutcome | null> {
  return new Promise((resolve) => {
    const finish = (outcome: SamlOutcome | null) => {
      clearTimeout(timer)
      worker.off('message', finish)
      worker.off('exit', end)
      resolve(outcome)
    }
    const end = () => finish(null)
    const timer = setTimeout(end, timeoutMs)
    worker.on('message', finish)
    worker.on('exit', end)
    if (job) worker.postMessage(job)
  })
}

function refused(outcome: SamlOutcome): SamlRefused {
  return new SamlRefused(outcome.kind === 'refused' ? outcome.reason : 'unexpected outcome')
}
