import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { commandEnvironment } from './environment.ts'

export interface CommandRun {
  command: string[]
  cwd: string
  /** Added to this process's own. */
  env: Record<string, string>
  /** Passed on to the command when this run is to end. */
  signal: AbortSignal
}

/** Runs a command with this process's streams; the exit code is its own, 128 and more when a signal ended it. */
export function runCommand({ command, cwd, env, signal }: CommandRun): Promise<{ exitCode: number; sentence: string }> {
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<{ exitCode: number; sentence: string }>()
  const child = spawn(program, args, { cwd, env: commandEnvironment(process.env, cwd, env), stdio: 'inherit' })
  const end = () => child.kill(signal.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  child.once('error', (cause) => reject(new Error(`${program} could not be started in ${cwd}: ${cause.message}`)))
  child.once('exit', (code, ended) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const sentence = ended ? `was ended by ${ended} after ${seconds} s` : `ended with ${code} after ${seconds} s`
    resolve({ exitCode: code ?? 128 + (ended ? constants.signals[ended] : 0), sentence })
  })
  return promise
}
