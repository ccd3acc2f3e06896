import { ADMIN } from '../support/admin.ts'
import { startOwnShop } from '../support/dahlia.ts'

/** One real server with the demo shop for all browser tests; E2E_URL names one that already runs instead. */
export default async function startForBrowserTests() {
  if (process.env.E2E_URL) return
  const shop = await startOwnShop({ env: SETTINGS })
  process.env.E2E_URL = shop.url
  process.env.E2E_DATA_DIR = shop.dataDir
  return () => shop.close()
}

/** The admin is known to tests that sign in; a proxy is believed, so that a test may be a visitor of its own. */
const SETTINGS = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, TRUST_PROXY: '1' }
