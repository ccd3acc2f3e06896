/**
 * The real process with a Shopify store behind it: `node tests/support/start-with-shopify.ts`, with FAKE_STORE_URL naming
 * where the fake one listens. Only the functions' way out to the internet is another; the rest is as in server/main.ts.
 */
import { onStopSignals } from '#platform'
import { readConfig } from '../../server/boot/config.ts'
import { startDahlia } from '../../server/start.ts'
import { leadTo, PUBLIC_TOKEN, STORE_DOMAIN } from '../fakes/shopify/store.ts'

/** A browser, a database and this process share a busy machine: shorter, and an answer that comes would be missed. */
const SILENCE_MS = 5000

const { FAKE_STORE_URL = '', ...env } = process.env
const config = readConfig({ ...env, SHOPIFY_STORE_DOMAIN: STORE_DOMAIN, SHOPIFY_STOREFRONT_TOKEN: PUBLIC_TOKEN })
const running = await startDahlia({
  config,
  env,
  development: false,
  outboundFetch: leadTo(FAKE_STORE_URL, SILENCE_MS),
})
process.stdout.write(`Dahlia is ready at ${running.url}\n`)
const stop = () => void running.stop().then(() => process.exit(0))
onStopSignals({ stop, hurry: () => process.exit(1) })
