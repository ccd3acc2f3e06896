// node scripts/run.mjs FILE.ts …: what every command of package.json goes through. The only JavaScript among our files:
// a Node that cannot read TypeScript, and a folder without packages, must still get a sentence.
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
if (!existsSync(packages) || Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Dahlia's packages are not installed (Node 24 is one of them): run "npm ci" first.`)
  process.exit(1)
}
const { endWithNpm } = await import('./command/end-with-npm.ts')
endWithNpm()
process.argv.splice(1, 1)
await import(pathToFileURL(process.argv[1] ?? '').href)
