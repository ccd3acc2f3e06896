import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './compress-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Written last, so that an interrupted build counts as none. */
const STAMP = join(ROOT, 'build', 'inputs.sha256')
/** Everything the built site is made of. The lockfile stands for every package. */
const INPUTS = [
  'site',
  'admin',
  'domain',
  'design',
  'demo',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
]

const TOOLS_MISSING =
  'The site is not built, and its build tools are not installed: run "npm ci --include=dev", or bring a build/ that was made elsewhere.'

/** Builds when there is no build or its inputs have changed. Says so, because it takes some seconds. */
export async function buildSiteIfStale(say: (line: string) => void): Promise<void> {
  const wanted = await hashOfInputs()
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === wanted) return
  say(
    built === '' ? 'Building the site (the first time takes a little longer) …' : 'The site has changed: building it …',
  )
  await buildSite()
}

export async function buildSite(): Promise<void> {
  await requireWritable(join(ROOT, 'build'))
  const hash = await hashOfInputs()
  await rm(STAMP, { force: true })
  const nodeModules = join(ROOT, 'node_modules')
  await runBuild([join(nodeModules, '@react-router', 'dev', 'bin.cjs'), 'build'])
  // After it, because that one empties build/.
  await runBuild([join(nodeModules, 'vite', 'bin', 'vite.js'), 'build', 'admin', '--config', 'admin/vite.config.ts'])
  await Promise.all([compressFolder(join(ROOT, 'build', 'client')), compressFolder(join(ROOT, 'build', 'admin'))])
  await writeFile(STAMP, hash)
}

/** Before seconds of work, and instead of the build tool's own stack. */
export async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw new Error(
      `The site cannot be built into ${folder} (${code}): give this account access to it, or run "npm run build" once as its owner.`,
    )
  }
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    for (const path of await filesOf(join(ROOT, input))) {
      // The length separates name and content from the next file's.
      const content = await readFile(path)
      hash.update(`${path.slice(ROOT.length)}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => null)
  if (info === null) return []
  if (info.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
}

function runBuild([tool = '', ...args]: string[]): Promise<void> {
  if (!existsSync(tool)) return Promise.reject(new Error(TOOLS_MISSING))
  const child = spawn(process.execPath, [tool, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The site could not be built:\n${Buffer.concat(output)}`))
    })
  })
}
