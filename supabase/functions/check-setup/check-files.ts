import { randomUUID } from 'node:crypto'
import type { FunctionContext } from '../_shared/context.ts'
import { type Found, ok, todo } from './found.ts'

/** Writes, reads and removes a file in a bucket of its own, which nobody else sees. */
export async function checkFiles({ service, settings }: Pick<FunctionContext, 'service' | 'settings'>): Promise<Found> {
  const isDisk = settings.FILE_STORE !== 's3'
  const where = isDisk ? 'the disk' : 'the S3 store'
  const advice = isDisk
    ? 'See whether DATA_DIR is full or may not be written.'
    : 'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the key, which must be allowed to write, read and delete.'
  const name = `setup-check-${randomUUID()}`
  const content = `written at ${new Date().toISOString()}`
  const step = async (what: string, work: PromiseLike<{ error: { message: string } | null }>) => {
    const { error } = await work
    if (error) throw new StepFailed(`A file could not be ${what} on ${where}: ${error.message}. ${advice}`)
  }
  const files = () => service.storage.from(name)
  try {
    await step('made room for', service.storage.createBucket(name, { public: false }))
    await step('written', files().upload('check.txt', content, { contentType: 'text/plain' }))
    const read = await files().download('check.txt')
    await step('read', Promise.resolve(read))
    if ((await read.data?.text()) !== content) {
      return todo(`A file on ${where} was read back with other content than it was written with. ${advice}`)
    }
    await step('removed', files().remove(['check.txt']))
    return ok(`A file was written, read and removed on ${where}.`)
  } catch (error) {
    if (error instanceof StepFailed) return todo(error.message)
    throw error
  } finally {
    await service.storage.emptyBucket(name)
    await service.storage.deleteBucket(name)
  }
}

class StepFailed extends Error {}
