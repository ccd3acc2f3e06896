import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { cloneTemplate, dropDatabase, startTestCluster } from './cluster.ts'

const announcement = z.object({
  url: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  anonKey: z.string(),
  serviceRoleKey: z.string(),
  jwtSecret: z.string(),
  databaseUrl: z.string(),
  s3: z
    .object({ endpoint: z.string(), region: z.string(), accessKeyId: z.string(), secretAccessKey: z.string() })
    .nullable(),
})
/** What tests know of a server; of a foreign one (TARGET_URL) only its address and keys. */
export type Target = Pick<z.output<typeof announcement>, 'url' | 'publishableKey' | 'secretKey'> &
  Partial<z.output<typeof announcement>>

/** The configurations in tests/support/targets. */
export const TARGETS = ['open', 'guarded', 'shop'] as const
export type TargetName = (typeof TARGETS)[number]

declare module 'vitest' {
  interface ProvidedContext {
    targets: Partial<Record<TargetName, Target>>
    /** What is older than this was there before any test: the shop's own. */
    runStartedAt: string
  }
}

/** TARGET_URL judges that server as the target `open`; without it each configuration gets a server of its own. */
export default async function provideTargets(project: TestProject) {
  project.provide('runStartedAt', new Date().toISOString())
  const foreign = foreignTarget(process.env)
  if (foreign) {
    project.provide('targets', { open: foreign })
    return
  }
  const cluster = await startTestCluster()
  const children: ChildProcess[] = []
  const stopAll = async () => {
    await Promise.all(children.map(stop))
    await cluster.stop()
  }
  try {
    const started = await Promise.all(TARGETS.map((name) => startServer(name, cluster.url, children)))
    project.provide('targets', Object.fromEntries(started))
    project.provide('runStartedAt', new Date().toISOString())
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}

function foreignTarget(env: NodeJS.ProcessEnv): Target | null {
  const { TARGET_URL: url, TARGET_PUBLISHABLE_KEY: publishableKey, TARGET_SECRET_KEY: secretKey } = env
  if (!url) return null
  if (!publishableKey || !secretKey) {
    throw new Error('TARGET_URL needs TARGET_PUBLISHABLE_KEY and TARGET_SECRET_KEY beside it.')
  }
  return { url: url.replace(/\/+$/, ''), publishableKey, secretKey }
}

async function startServer(name: TargetName, clusterUrl: string, children: ChildProcess[]) {
  // On a given server an earlier run may have left its database behind.
  await dropDatabase(clusterUrl, `target_${name}`)
  const databaseUrl = await cloneTemplate({ clusterUrl, template: 'shop', name: `target_${name}` })
  const child = spawn(
    process.execPath,
    [
      'scripts/platform.ts',
      ...['--port', '0'],
      ...['--config', `tests/support/targets/${name}.toml`],
      // The shop's own functions, or those that try out how functions are run.
      ...['--functions', name === 'shop' ? 'supabase/functions' : 'tests/fakes/functions'],
      ...['--database-url', databaseUrl],
    ],
    // By its channel it notices when the tests are killed, and ends too.
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  children.push(child)
  if (!child.stdout) throw new Error('The platform has no output.')
  const lines = createInterface({ input: child.stdout })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The platform for the target ${name} stopped with code ${code}; its reason is above.`)
  })
  const first = await Promise.race([once(lines, 'line'), failed])
  failed.catch(() => {}) // from now on its end is ours
  return [name, announcement.parse(JSON.parse(String(first[0])))] as const
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
