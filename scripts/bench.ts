import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Each bench measures ours and its peers interleaved and returns ratios of medians, or nothing when it printed them. */
interface Bench {
  run(): Promise<Record<string, number> | undefined>
}

// npm run bench -- NAME
const folder = fileURLToPath(new URL('../bench', import.meta.url))
const entries = await readdir(folder, { withFileTypes: true })
const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
const name = process.argv[2] ?? ''
if (!names.includes(name)) {
  console.error(`Say which: ${names.map((each) => `npm run bench -- ${each}`).join(', ')}`)
  process.exit(1)
}
const bench: Bench = await import(`${folder}/${name}/index.ts`)
const ratios = await bench.run()
for (const [ratio, value] of Object.entries(ratios ?? {})) console.log(`RATIO ${ratio} ${value.toFixed(3)}`)
