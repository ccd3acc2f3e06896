import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

// @supabase/lite on the same database, under the same node:http adapter.
const [url = ''] = process.argv.slice(2)
const app = new App({ connection: createPostgresConnection({ url }), options: { server: { apiKeys: false } } })
// Its first request sets up roles and grants, which two at once would trip over.
await app.fetch(new Request('http://127.0.0.1/rest/v1/items?limit=1'))
serve({ fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
process.once('SIGTERM', () => process.exit())
