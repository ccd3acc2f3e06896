import pg from 'pg'
import { z } from 'zod'
import { QUERIES } from './queries.ts'

/** As many as one of the platform's pools opens. */
const CONNECTIONS = 8

const Command = z.object({ query: z.enum(['list', 'single']), durationMs: z.number() })

// The limit: the same rows by a prepared SELECT straight through the driver, without HTTP, roles or JSON.
const [connectionString = ''] = process.argv.slice(2)
const clients = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client
  }),
)

process.on('message', async (message) => {
  const { query, durationMs } = Command.parse(message)
  const { sql, values } = QUERIES[query]
  const began = performance.now()
  const until = began + durationMs
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0
      while (performance.now() < until) {
        await client.query({ name: query, text: sql, values: [...values] })
        count += 1
      }
      return count
    }),
  )
  process.send?.(counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000))
})
process.once('SIGTERM', () => process.exit())
process.send?.('ready')
