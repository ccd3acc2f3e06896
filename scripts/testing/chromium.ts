import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SetupError } from './steps.ts'

/**
 * Under these names it is installed by Debian, Fedora, Arch and Google. The first is Chromium without its windows, which
 * Playwright runs by default as well: it takes three quarters of the processor's time.
 */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Path of a Chromium for the browser tests: PLAYWRIGHT_CHROMIUM, one that is installed, Debian's package (as root or
 * with sudo), or null after Playwright has downloaded its own.
 */
export function ensureChromium(say: (line: string) => void): string | null {
  const found = findChromium()
  // A machine of a person keeps the browser it has; one of continuous integration gets the quicker one.
  const slower = found?.endsWith(SHELL) === false && !process.env.PLAYWRIGHT_CHROMIUM && Boolean(process.env.CI)
  if (found && !slower) return found
  if (isDebian() && canInstall()) {
    say(`Installing the package ${SHELL} for the browser tests …`)
    asRoot(['apt-get', 'update', '-q'])
    asRoot(['apt-get', 'install', '-y', '-q', '--no-install-recommends', SHELL])
    const installed = findChromium()
    if (installed) return installed
  }
  if (found) return found
  say("Downloading Playwright's Chromium for the browser tests …")
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    // What it says without a network is a stack; the sentence below is what to do.
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  if (status === 0) return null
  throw new SetupError(
    'There is no Chromium for the browser tests, so none of them ran: "apt-get install chromium-headless-shell" as root, or set PLAYWRIGHT_CHROMIUM to the path of one.',
  )
}

function findChromium(): string | null {
  const given = process.env.PLAYWRIGHT_CHROMIUM
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).concat(MAC_APPS)
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Not Ubuntu, whose package of this name only points to a snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function canInstall(): boolean {
  return process.getuid?.() === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
}

function asRoot(command: string[]) {
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
}
