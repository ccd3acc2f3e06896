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

/** Runs one of the project's tools with the pinned Node first in the path, its output shown as it comes. */
export function runProgram({ program, args, env = {} }: ProgramOptions): Promise<number> {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, PATH: path },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
