import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { supervise } from './supervise.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervise-'))
  await writeFile(join(folder, 'starts'), '')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Supervises a program that notes each start; `starts` is how often it has been started by then. */
function run(body: string, times = {}) {
  const program = `
    const fs = require('node:fs')
    fs.appendFileSync('starts', 'x')
    const starts = fs.readFileSync('starts', 'utf8').length
    ${body}`
  const said: string[] = []
  const supervisor = supervise({
    start: () => spawn(process.execPath, ['-e', program], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
    say: (line) => said.push(line),
    times: { firstDelayMs: 1, longestDelayMs: 2, ...times },
  })
  return { ...supervisor, said }
}

const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).length

describe('a supervised process', () => {
  test('is started again when it is killed or fails after it was ready, and its orderly stop is the end', async () => {
    const { ended, said } = run(`process.send('ready', () => {
      if (starts === 1) process.kill(process.pid, 'SIGKILL')
      if (starts === 2) throw new Error('a fault')
      process.exit(0)
    })
    if (starts === 2) process.on('uncaughtException', () => process.exit(7))`)
    expect(await ended).toEqual({ code: 0, orderly: true })
    expect(said).toEqual([
      'Dahlia was killed by SIGKILL; starting it again.',
      'Dahlia ended with code 7; starting it again.',
    ])
    expect(await starts()).toBe(3)
  })

  test('that fails before it was ever ready has said why, and is not started again', async () => {
    const { ended, said } = run('process.exit(1)')
    expect(await ended).toEqual({ code: 1, orderly: true })
    expect(await starts()).toBe(1)
    expect(said).toEqual([])
  })

  test('that dies again and again is given up', async () => {
    const { ended, said } = run(`if (starts > 1) process.exit(1)
      process.send('ready', () => process.exit(1))`)
    expect((await ended).code).toBe(1)
    expect(await starts()).toBe(10)
    expect(said.at(-1)).toMatch(/^Dahlia ended with code 1, 10 times in a row: it is not started again\./)
  })

  test('that crashes after it had recovered is not at the end of its tries', async () => {
    const { ended } = run(`process.send('ready', () => process.exit(starts < 14 ? 1 : 0))`, { healthyMs: 0 })
    expect(await ended).toEqual({ code: 0, orderly: true })
    expect(await starts()).toBe(14)
  })

  test('is handed the signal, and not started again whatever it ends with', async () => {
    const supervisor = run(`process.on('SIGTERM', () => process.exit(5)); process.send('ready')
      fs.appendFileSync('ready', ''); setInterval(() => {}, 1000)`)
    await eventually(() => readFile(join(folder, 'ready')))
    supervisor.stop('SIGTERM')
    expect(await supervisor.ended).toEqual({ code: 5, orderly: true })
    expect(await starts()).toBe(1)
  })

  test('that is frozen and hears no signal is killed', async () => {
    const supervisor = run(`process.on('SIGTERM', () => {}); fs.appendFileSync('ready', ''); for (;;);`, { stopMs: 50 })
    await eventually(() => readFile(join(folder, 'ready')))
    supervisor.stop('SIGTERM')
    expect(await supervisor.ended).toEqual({ code: 1, orderly: false })
  })
})
