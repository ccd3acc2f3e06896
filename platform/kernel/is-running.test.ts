import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { isRunning } from './is-running.ts'

let parent: ChildProcess | undefined
afterEach(() => parent?.kill('SIGKILL'))

test('a process runs until it has ended', async () => {
  expect(isRunning(process.pid)).toBe(true)
  const child = spawn('sleep', ['60'])
  parent = child
  await once(child, 'spawn')
  expect(isRunning(child.pid ?? 0)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(child.pid ?? 0)).toBe(false)
})

test('one of another account runs as well', () => {
  expect(isRunning(1)).toBe(true)
})

test.runIf(process.platform === 'linux')('one whose parent never takes note of its end has ended', async () => {
  // The shell's child ends; what the shell has become by then takes no note of it.
  parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  if (!parent.stdout) throw new Error('The shell says nothing.')
  const [line] = await once(createInterface(parent.stdout), 'line')
  const pid = Number(line)
  const stat = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  await expect.poll(stat).toMatch(/^Z/)
  expect(() => process.kill(pid, 0)).not.toThrow()
  expect(isRunning(pid)).toBe(false)
})
