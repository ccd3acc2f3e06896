import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'site',
  ssr: true,
  // The whole route table is one hashed file: no /__manifest request per visitor, nothing for the page cache to learn.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
