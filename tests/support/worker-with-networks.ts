/**
 * The worker as in server/worker/main.ts, with a fake network behind it: `node tests/support/worker-with-networks.ts`, with
 * FAKE_NETWORK_URL naming where it listens and FAKE_NETWORK_HOSTS what it stands for. DATABASE_URL is the shop's.
 */
import { onStopSignals, silentLog } from '#platform'
import { feedWork } from '../../server/worker/feeds/feed-work.ts'
import { KINDS } from '../../server/worker/kinds.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { leadTo } from '../fakes/networks/fake-network.ts'

const { FAKE_NETWORK_URL = '', FAKE_NETWORK_HOSTS = '', DATABASE_URL = '', DATA_DIR = '', ...settings } = process.env
const fetch = leadTo(FAKE_NETWORK_URL, FAKE_NETWORK_HOSTS.split(','))
const feeds = feedWork({ dataDir: DATA_DIR, maxBytes: 1e9, settings, fetch })
const worker = await startWorker({
  databaseUrl: DATABASE_URL,
  kinds: [...KINDS, feeds.kind],
  chores: feeds.chores,
  log: silentLog,
})
process.stdout.write('ready\n')
onStopSignals({ stop: () => void worker.stop().then(() => process.exit(0)), hurry: () => process.exit(1) })
await worker.lost
