import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PLATFORM = fileURLToPath(new URL('../platform', import.meta.url))
const TSC = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
const RELATIVE_TYPESCRIPT = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g

/** Makes the platform's npm package as a file in `folder` and returns its path. */
export async function packPlatform(folder: string): Promise<string> {
  const staging = await mkdtemp(join(tmpdir(), 'platform-pack-'))
  try {
    for await (const name of glob('**/*.{ts,sql}', { cwd: PLATFORM })) {
      if (/\.test\.ts$|\.d\.ts$|(^|\/)testing[./]|-cases\.ts$/.test(name)) continue
      await addFile(name, join(staging, 'dist', name))
    }
    await addTypes(join(staging, 'dist'))
    await cp(join(PLATFORM, 'README.md'), join(staging, 'README.md'))
    await cp(join(PLATFORM, 'package.json'), join(staging, 'package.json'))
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(folder)]
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: staging })
    const name = /"filename":\s*"([^"]+)"/.exec(stdout)?.[1]
    if (!name) throw new Error(`npm pack named no file: ${stdout}`)
    return join(resolve(folder), name)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Node strips no types inside node_modules, so they are stripped here; lines stay where they were. */
async function addFile(name: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const source = join(PLATFORM, name)
  if (!name.endsWith('.ts')) return cp(source, target)
  const script = stripTypeScriptTypes(await readFile(source, 'utf8'))
  await writeFile(target.replace(/\.ts$/, '.js'), script.replaceAll(RELATIVE_TYPESCRIPT, '$1$2.js$1'))
}

/** What `index.ts` exports, told to a TypeScript program: the declarations of it and of all that it names. */
async function addTypes(dist: string): Promise<void> {
  const own = JSON.parse(await readFile(join(PLATFORM, '..', 'tsconfig.json'), 'utf8'))
  const compilerOptions = { ...own.compilerOptions, noEmit: false, declaration: true, emitDeclarationOnly: true }
  const made = await mkdtemp(join(PLATFORM, '..', 'node_modules', '.platform-types-'))
  try {
    const project = join(made, 'tsconfig.json')
    const paths = { rootDir: PLATFORM, outDir: join(made, 'types') }
    const files = [join(PLATFORM, 'index.ts')]
    await writeFile(project, JSON.stringify({ compilerOptions: { ...compilerOptions, ...paths }, files }))
    await promisify(execFile)(TSC, ['-p', project])
    await addDeclaration('index.d.ts', { from: join(made, 'types'), to: dist, done: new Set() })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

interface Declarations {
  from: string
  to: string
  done: Set<string>
}

/** A file of declarations and those that it imports; the inner ones of a service are nobody's business. */
async function addDeclaration(name: string, folders: Declarations): Promise<void> {
  const { from, to, done } = folders
  if (done.has(name)) return
  done.add(name)
  const text = await readFile(join(from, name), 'utf8')
  await mkdir(dirname(join(to, name)), { recursive: true })
  await writeFile(join(to, name), text.replaceAll(RELATIVE_TYPESCRIPT, '$1$2.js$1'))
  for (const [, , path = ''] of text.matchAll(RELATIVE_TYPESCRIPT)) {
    await addDeclaration(join(dirname(name), `${path}.d.ts`), folders)
  }
}

if (import.meta.main) console.log(await packPlatform(process.argv[2] ?? '.'))
