import { createClient } from '@supabase/supabase-js'
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { changeConfig } from '#domain/site-config.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { loader } from './rss.ts'

afterEach(() => changeConfig(null))

test('the feed stays XML whatever the shop is called', async () => {
  changeConfig(JSON.stringify({ name: 'Rose & <b>Fig</b>' }))
  const nothing = async () => Response.json([])
  const client = Object.assign(createClient('http://shop.test', 'key', { global: { fetch: nothing } }), {
    call: nothing,
  })
  const context = new RouterContextProvider()
  context.set(siteContext, {
    client,
    post: nothing,
    siteUrl: 'http://shop.test',
    publishableKey: 'key',
    tables: new Set<never>(),
    mailWaits: false,
    freshSeconds: 300,
    validUntil: Number.POSITIVE_INFINITY,
    incomplete: false,
    requestId: null,
    reportError: () => {},
  })
  const url = new URL('http://shop.test/rss.xml')
  const reply = await loader({ context, params: {}, request: new Request(url), url, pattern: '/rss.xml' })
  expect(await reply.text()).toContain('<title>Rose &amp; &lt;b&gt;Fig&lt;/b&gt;: the journal</title>')
})
