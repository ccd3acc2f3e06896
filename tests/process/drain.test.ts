import { Agent, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysOf, type OwnShop, startOwnShop } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'

const CONNECTIONS = 24

describe('SIGTERM under load', () => {
  let dahlia: OwnShop
  beforeAll(async () => {
    dahlia = await startOwnShop()
  })
  afterAll(async () => {
    await dahlia.close()
  })

  test('loses no request: each is answered, or refused before it was taken', async () => {
    const { publishableKey } = await keysOf(dahlia)
    const targets = ['/', '/products', `/rest/v1/products?select=id&limit=5&apikey=${publishableKey}`, '/healthz']
    const seen = { answered: 0, refused: 0, lost: [] as string[] }
    let visiting = true
    const visitors = Array.from({ length: CONNECTIONS }, async (_, i) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = i; visiting; n += 1) {
        const path = targets[n % targets.length] ?? '/'
        const outcome = await visit({ url: `${dahlia.url}${path}`, agent })
        if (outcome === 'answered') seen.answered += 1
        else if (outcome === 'refused') {
          seen.refused += 1
          visiting = false
        } else seen.lost.push(`${path}: ${outcome}`)
      }
      agent.destroy()
    })
    await eventually(() => expect(seen.answered).toBeGreaterThan(CONNECTIONS * 4))
    const began = performance.now()
    expect(await dahlia.stop('SIGTERM')).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    await Promise.all(visitors)
    expect(seen.lost).toEqual([])
    expect(seen.refused).toBeGreaterThan(0)
  })
})

interface Visit {
  url: string
  agent: Agent
}

/** `refused`: the connection was not taken, so a load balancer sends the visitor elsewhere. */
function visit({ url, agent }: Visit): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve((reply.statusCode ?? 0) < 500 ? 'answered' : `status ${reply.statusCode}`))
      reply.once('error', (error) => resolve(error.message))
    })
    request.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message
      resolve(code === 'ECONNREFUSED' ? 'refused' : code)
    })
  })
}
