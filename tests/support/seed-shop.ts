/**
 * `node tests/support/seed-shop.ts FOLDER`: the first start of a shop in an empty folder, with the first admin of the
 * tests, and an orderly stop. Tests that need a shop of their own copy the folder (temporaryDataDir in dahlia.ts).
 */
import { freePort } from '#platform'
import { ADMIN } from './admin.ts'
import { startProcess } from './dahlia.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('Name the empty folder that becomes the shop’s data folder.')
const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const shop = await startProcess({ dataDir, port: await freePort(), env })
const code = await shop.stop()
if (code !== 0) throw new Error(`The shop ended with ${code}:\n${shop.output()}`)
