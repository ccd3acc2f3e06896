import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface ProgramOptions {
  /** A program of node_modules/.bin, or `node` for one of our scripts. */
  program: string
  args: string[]
  env?: Record<string, string>
}

/** Takes what a program prints; without one it is shown as it comes. */
export type Output = (chunk: Buffer) => void

/** Runs one of the project's tools with the pinned Node first in the path. */
export function runProgram({ program, args, env = {} }: ProgramOptions, output?: Output): Promise<number> {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: ROOT,
    stdio: ['ignore', output ? 'pipe' : 'inherit', output ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env, PATH: path },
  })
  if (output) {
    child.stdout?.on('data', output)
    child.stderr?.on('data', output)
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
