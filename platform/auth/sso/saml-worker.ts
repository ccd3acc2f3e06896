import { parentPort } from 'node:worker_threads'
import { parseIdpMetadata } from './idp-metadata.ts'
import type { SamlJob, SamlOutcome } from './saml-thread.ts'
import { issuerOf, verifyResponse } from './verify-response.ts'

parentPort?.on('message', async (job: SamlJob) => {
  const outcome: SamlOutcome = await run(job).catch((error: unknown) => ({
    kind: 'refused',
    reason: error instanceof Error ? error.message : 'unreadable',
  }))
  parentPort?.postMessage(outcome)
})
parentPort?.postMessage({ kind: 'ready' })

async function run(job: SamlJob): Promise<SamlOutcome> {
  if (job.kind === 'metadata') return { kind: 'metadata', value: parseIdpMetadata(job.xml) }
  if (job.kind === 'issuer') return { kind: 'issuer', value: issuerOf(job.xml) }
  return { kind: 'response', value: await verifyResponse(job.response) }
}
