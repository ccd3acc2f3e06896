import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#platform'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClientOf } from '../support/clients.ts'
import { type Dahlia, spawnProcess, startProcess, type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'
import { spawnNpm } from '../support/npm.ts'

const EMAIL = 'admin@dahlia.example'
const SIGN_IN = /Sign in at \S+\/admin\/login as \S+ with (\S{16})\n/g

describe("the admin's password", () => {
  let folder: TemporaryDataDir
  let dahlia: Dahlia
  beforeAll(async () => {
    folder = await temporaryDataDir()
  })
  afterAll(async () => {
    await dahlia?.stop()
    await folder.remove()
  })

  async function start(env: Record<string, string> = {}) {
    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), env })
  }

  const signIn = async (password: string) =>
    (await (await anonClientOf(dahlia)).auth.signInWithPassword({ email: EMAIL, password })).error?.code ?? 'signed in'

  async function resetPassword(): Promise<string> {
    const command = spawnNpm({
      args: ['run', 'admin', '--', 'reset-password'],
      env: { DATA_DIR: folder.dataDir, PORT: String(await freePort()) },
    })
    expect(await command.exited, command.output()).toBe(0)
    const [, password = ''] = new RegExp(`The new password of ${EMAIL} is (\\S{16})\n`).exec(command.output()) ?? []
    return password
  }

  test('is told before anything can be interrupted: a first start that is killed right then loses none', async () => {
    const first = spawnProcess({ dataDir: folder.dataDir, port: await freePort() })
    await eventually(() => expect(first.output()).toMatch(SIGN_IN), { timeout: 60_000, interval: 1 })
    await first.stop('SIGKILL')
    await start()
    const told = [...(first.output() + dahlia.output()).matchAll(SIGN_IN)].map(([, password]) => password)
    expect(await signIn(told.at(-1) ?? '')).toBe('signed in')
  })

  test('is reset on the machine while the shop runs, which ends the sessions', async () => {
    const service = await anonClientOf(dahlia)
    const before = await resetPassword()
    const { data } = await service.auth.signInWithPassword({ email: EMAIL, password: before })
    expect(data.session).not.toBeNull()
    const password = await resetPassword()
    const { error } = await service.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
    expect(error).not.toBeNull()
    expect([await signIn(before), await signIn(password)]).toEqual(['invalid_credentials', 'signed in'])
  })

  test('and a lost second factor are reset on the machine', async () => {
    const password = await resetPassword()
    const client = await anonClientOf(dahlia)
    await client.auth.signInWithPassword({ email: EMAIL, password })
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const code = totp(data?.totp.secret ?? '')
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull()
    const rights = async () => (await client.rpc('my_staff_role')).data?.[0]
    await client.auth.signInWithPassword({ email: EMAIL, password })
    expect(await rights()).toMatchObject({ role: null, reason: 'second_factor' })

    const command = spawnNpm({
      args: ['run', 'admin', '--', 'reset-factor'],
      env: { DATA_DIR: folder.dataDir, PORT: String(await freePort()) },
    })
    expect(await command.exited, command.output()).toBe(0)
    expect(command.output()).toContain(`${EMAIL} signs in without a second factor now`)
    expect(await rights()).toMatchObject({ reason: 'session_ended' })
    await client.auth.signInWithPassword({ email: EMAIL, password })
    expect(await rights()).toMatchObject({ role: 'admin' })
  })

  test('is reset while the shop is stopped, which leaves no database running', async () => {
    await dahlia.stop()
    const password = await resetPassword()
    await start()
    expect(await signIn(password)).toBe('signed in')
  })

  test('in the settings is told when it is not applied, and is never printed', async () => {
    const password = await resetPassword()
    await dahlia.stop()
    await start({ ADMIN_PASSWORD: 'another password 1' })
    expect(dahlia.output()).toContain('ADMIN_PASSWORD is not applied, for there is an admin already: "npm run admin')
    expect(dahlia.output()).not.toContain('another password 1')
    await dahlia.stop()
    await start({ ADMIN_PASSWORD: password })
    expect(dahlia.output().trim()).toBe(`Dahlia is ready at ${dahlia.url}`)
  })

  test('is not reset in a folder without a shop, which is left as it was', async () => {
    const DATA_DIR = `${folder.dataDir}-mistyped`
    const command = spawnNpm({ args: ['run', 'admin', '--', 'reset-password'], env: { DATA_DIR } })
    expect(await command.exited).toBe(1)
    expect(command.output()).toContain(`There is no shop in ${DATA_DIR}: set DATA_DIR to the folder of the shop.`)
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})
