import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Production defaults, which include gzip. The root keeps Next from taking the shop's lockfile for its own. */
export default { outputFileTracingRoot: here, turbopack: { root: here } }
