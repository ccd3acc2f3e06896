/**
 * A process that is killed: the storage service under a steady load of uploads, replacements, copies, moves and
 * deletions. It says what it tries and what was acknowledged, one line each, before it goes on:
 *   try <name> <md5 or ->      ack <name> <md5 or ->
 * Arguments: database url, login password, folder.
 */
import { createHash, randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { configSchema } from '../../config/schema.ts'
import { silentLog } from '../../log.ts'
import { openPools } from '../../postgres/pools.ts'
import { createTokens } from '../../tokens.ts'
import { openDiskStore } from '../blob-store/disk-store.ts'
import { createStorageService } from '../index.ts'

const [ownerUrl = '', loginPassword = '', folder = ''] = process.argv.slice(2)
const tokens = await createTokens({ jwtSecret: 'a secret for the tests that is long enough', signingKeys: [] })
const pools = openPools({ ownerUrl, loginPassword, log: silentLog })
const service = await createStorageService(
  {
    pools,
    ownerUrl,
    tokens,
    config: configSchema.parse({}),
    publicUrl: 'http://storage.test',
    log: silentLog,
    now: () => new Date(),
  },
  { store: await openDiskStore(folder) },
)
const authorization = `Bearer ${await tokens.sign({ role: 'service_role' })}`

async function send(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
  const options = {
    method,
    headers: { authorization, ...headers },
    duplex: 'half',
    ...(body === undefined ? {} : { body }),
  }
  const request = new Request(`http://storage.test${path}`, options)
  const response = await service.fetch(request, { requestId: 'crash', clientAddress: 'x', mountPath: '' })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
}

/** Bytes that arrive in pieces, so that a kill finds the upload half way. */
function piecemeal(bytes: Buffer): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      await nextTurn()
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.subarray(sent, sent + 4096)))
      sent += 4096
    },
  })
}

async function step(name: string, state: string, work: () => Promise<unknown>) {
  writeSync(1, `try ${name} ${state}\n`)
  await work()
  writeSync(1, `ack ${name} ${state}\n`)
}

async function worker(number: number) {
  for (let turn = 0; ; turn += 1) {
    const name = `w${number}-${turn % 3}`
    const bytes = randomBytes(1 + Math.floor(Math.random() * 60_000))
    const md5 = createHash('md5').update(bytes).digest('hex')
    await step(name, md5, () => send('POST', `/object/crash/${name}`, piecemeal(bytes), { 'x-upsert': 'true' }))
    const copy = `c${number}-${turn % 3}`
    const wish = JSON.stringify({ bucketId: 'crash', sourceKey: name, destinationKey: copy })
    await step(copy, md5, () => send('POST', '/object/copy', wish, { 'x-upsert': 'true' }))
    if (turn % 4 === 3) await step(copy, '-', () => send('DELETE', `/object/crash/${copy}`))
  }
}

writeSync(1, 'ready\n')
await Promise.all([0, 1, 2, 3].map(worker))
