import { fileURLToPath } from 'node:url'
import type { FakeNetwork } from '../fakes/networks/fake-network.ts'
import { type OwnShop, startOwnShop } from './dahlia.ts'

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const LEAD = new URL('./lead-networks.ts', import.meta.url).href

/** A shop as an operator starts it, the worker beside the server; both reach these fakes in the place of the networks. */
export const startWithNetworks = (
  networks: Readonly<Record<string, FakeNetwork>>,
  env: Record<string, string> = {},
): Promise<OwnShop> =>
  startOwnShop({
    main: START,
    env: {
      ...{ TRUST_PROXY: '1', NODE_OPTIONS: `--import=${LEAD}` },
      FAKE_NETWORKS: JSON.stringify(Object.fromEntries(Object.entries(networks).map(([host, { url }]) => [host, url]))),
      ...env,
    },
  })
