import { freePort } from '../../platform/postgres/free-port.ts'
import { startProcess, temporaryDataDir } from '../support/dahlia.ts'

/** One real server with the demo shop for all browser tests; E2E_URL names one that already runs instead. */
export default async function startForBrowserTests() {
  if (process.env.E2E_URL) return
  const { dataDir, remove } = await temporaryDataDir()
  const dahlia = await startProcess({ dataDir, port: await freePort(), env: ADMIN })
  process.env.E2E_URL = dahlia.url
  process.env.E2E_DATA_DIR = dataDir
  return async () => {
    await dahlia.stop()
    await remove()
  }
}

/** Known to tests that sign in. */
const ADMIN = { ADMIN_EMAIL: 'admin@dahlia.example', ADMIN_PASSWORD: 'a passw0rd for tests' }
