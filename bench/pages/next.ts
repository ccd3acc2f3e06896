import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '#platform'
import { shellOf } from './shell.ts'

const run = promisify(execFile)
const NEXT = fileURLToPath(new URL('./next', import.meta.url))
const CLI = join(NEXT, 'node_modules', 'next', 'dist', 'bin', 'next')
const STARTS_WITHIN_MS = 30_000

export interface NextOptions {
  folder: string
  databaseUrl: string
  /** Our page without compression: what Next is to render. */
  page: string
}

/** Our page as a production build of Next.js: kept (ISR) under /, rendered for each request under /dynamic. */
export async function startNext({ folder, databaseUrl, page }: NextOptions) {
  await install()
  const shellFile = join(folder, 'shell.json')
  await writeFile(shellFile, JSON.stringify(shellOf(await (await fetch(page)).text())))
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    SHELL_FILE: shellFile,
    DATABASE_URL: databaseUrl,
  } as const
  await run(process.execPath, [CLI, 'build'], { cwd: NEXT, env })
  const port = await freePort()
  const child = spawn(process.execPath, [CLI, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    cwd: NEXT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswers(`http://127.0.0.1:${port}/dynamic`)
  return {
    port,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/**
 * Beside the bench and not among the shop's own packages. Not `npm ci`: it refuses a lockfile without the compilers of
 * every system, and not every registry has them. This takes the locked versions too, and leaves the lockfile alone.
 */
async function install() {
  const installed = await access(CLI).then(
    () => true,
    () => false,
  )
  if (installed) return
  console.log('Installing Next.js for the comparison …')
  await run('npm', ['install', '--no-save'], { cwd: NEXT })
}

async function untilAnswers(url: string) {
  const deadline = performance.now() + STARTS_WITHIN_MS
  for (;;) {
    const status = await fetch(url).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    if (performance.now() > deadline) throw new Error(`Next.js answered ${status || 'nothing'} at ${url}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
