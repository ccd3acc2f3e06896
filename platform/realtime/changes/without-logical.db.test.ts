import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { joined, type SystemMessage, until } from '../../../tests/support/realtime-channels.ts'
import { startRealtime } from '../../../tests/support/realtime-server.ts'
import { silentLog } from '../../log.ts'
import { startEmbedded } from '../../postgres/embedded.ts'
import { applyMigrations } from '../../postgres/migrate.ts'
import { openPools, prepareApiLogins } from '../../postgres/pools.ts'

test('without wal_level = logical channels work, and who asks for changes is told what to set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-replica-'))
  await chmod(folder, 0o711)
  const database = await startEmbedded({
    ...{ dataDir: join(folder, 'db'), log: silentLog },
    settings: { wal_level: 'replica', fsync: 'off' },
  })
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await applyMigrations({
    ...{ client: owner, folder: 'platform/migrations' },
    history: { schema: '_platform', table: 'migrations' },
  })
  await prepareApiLogins(owner, 'login-password')
  await owner.end()
  const pools = openPools({ ownerUrl: database.url, loginPassword: 'login-password', log: silentLog })
  const server = await startRealtime({ url: database.url, pools })
  const [a, b] = await Promise.all([server.client(), server.client()])
  const heard: unknown[] = []
  const said: SystemMessage[] = []
  const changes = { event: '*', schema: 'public', table: 'x' } as const
  await joined(
    a
      .channel('room')
      .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
      .on('system', {}, (message: SystemMessage) => said.push(message))
      .on('postgres_changes', changes, () => {}),
  )
  const speaker = await joined(b.channel('room'))
  await speaker.send({ type: 'broadcast', event: 'x', payload: { a: 1 } })
  await until(() => heard.length > 0 && said.length > 0, 'a broadcast and a reason')
  expect(said[0]).toMatchObject({ extension: 'postgres_changes', status: 'error' })
  expect(said[0]?.message).toContain('Set wal_level = logical')
  const waiting = b.channel('waiting', { config: { postgres_changes_options: { wait: true } } })
  await expect(joined(waiting.on('postgres_changes', changes, () => {}))).rejects.toThrow(
    /^RealtimeDisabledForConfiguration: .*wal_level is replica/,
  )
  await server.close()
  await pools.close()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})
