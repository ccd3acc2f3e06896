import { afterAll, describe, expect, test } from 'vitest'
import { IDP_METADATA } from '../../../tests/fakes/saml.ts'
import { createSamlThread, SamlRefused } from './saml-thread.ts'

/** A thread that behaves like somebody's XML at its worst. */
const HOSTILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ xml }) => {
      if (xml === 'endless') for (;;);
      if (xml === 'deadly') process.exit(1)
      parentPort.postMessage({ kind: 'issuer', value: xml })
    })
    parentPort.postMessage({ kind: 'ready' })`)}`,
)

describe('the thread that reads XML of strangers', () => {
  const hostile = createSamlThread(HOSTILE)
  const own = createSamlThread()
  afterAll(() => Promise.all([hostile.close(), own.close()]))

  test.each(['endless', 'deadly'])('a document that is %s ends alone, and the next one is read', async (xml) => {
    let turned = false
    setImmediate(() => {
      turned = true
    })
    const refused = expect(hostile.issuer(xml)).rejects.toThrow(SamlRefused)
    const next = hostile.issuer('https://idp.example')
    await refused
    expect(await next).toBe('https://idp.example')
    // This thread went on with its work meanwhile.
    expect(turned).toBe(true)
  })

  test('more than it can read soon are sent away at once', async () => {
    const asked = Array.from({ length: 40 }, () => hostile.issuer('x').then(String, ({ code }) => String(code)))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((outcome) => outcome === 'over_request_rate_limit')).toHaveLength(20)
    expect(outcomes.filter((outcome) => outcome === 'x')).toHaveLength(20)
  })

  test('reads metadata, and the largest documents that it takes in less time than it has', async () => {
    expect(await own.metadata(IDP_METADATA)).toMatchObject({ entryPoint: 'https://idp.example/sso' })
    const filling = '<a/>'.repeat(2900)
    expect(await own.issuer(`<Response><Issuer> us </Issuer>${filling}</Response>`)).toBe('us')
    await expect(own.issuer(`<Response>${'<a>'.repeat(1490)}${'</a>'.repeat(1490)}</Response>`)).resolves.toBe('')
    await expect(own.issuer(`<Response>${'<a/>'.repeat(4500)}</Response>`)).rejects.toThrow('too many elements')
  })
})
