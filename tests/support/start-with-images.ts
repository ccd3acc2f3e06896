/**
 * The real process with a shop's image server behind it: `node tests/support/start-with-images.ts`, with
 * FAKE_SHOP_URL naming where the fake one listens. Only the way out to the internet is another than in server/main.ts.
 */
import { onStopSignals } from '#platform'
import { readConfig } from '../../server/boot/config.ts'
import { startDahlia } from '../../server/start.ts'
import { leadToImageShop } from '../fakes/images/merchant.ts'

const { FAKE_SHOP_URL = '', ...env } = process.env
const outboundFetch = leadToImageShop(FAKE_SHOP_URL)
const running = await startDahlia({ config: readConfig(env), env, development: false, outboundFetch })
process.stdout.write(`Dahlia is ready at ${running.url}\n`)
const stop = () => void running.stop().then(() => process.exit(0))
onStopSignals({ stop, hurry: () => process.exit(1) })
