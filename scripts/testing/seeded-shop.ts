import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, type Step } from './steps.ts'

/**
 * Seeds a shop that the tests of this run copy instead of each making a cluster, its tables and the demo products anew:
 * a copy is there in a second, and half of a start's work is done. Needs the built site. Gone when the run ends.
 */
export function seededShop(): Step {
  const name = 'a shop is seeded for the tests to copy'
  return {
    name,
    async run(output) {
      const folder = mkdtempSync(join(tmpdir(), 'dahlia-seeded-'))
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      // As root the database runs under another account, which must be able to reach its folder.
      chmodSync(folder, 0o711)
      const dataDir = join(folder, 'data')
      const counts = await check(name, { program: 'node', args: ['tests/support/seed-shop.ts', dataDir] }).run(output)
      // The steps that follow inherit it. Without it each shop is made from nothing, as when a file is run alone.
      if (counts.failed === 0) process.env.SEEDED_SHOP = dataDir
      return counts
    },
  }
}
