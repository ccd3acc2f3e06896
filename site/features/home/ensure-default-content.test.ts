import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { eventually } from '#tests/support/eventually.ts'
import { askForDefaultContent } from './ensure-default-content.ts'

test('the response that nobody reads is ended, or the call would be logged as idle for too long', async () => {
  const unused = () => {
    throw new Error('a request for content needs none of this')
  }
  const cancelled = vi.fn()
  const asked: string[] = []
  const site = {
    client: { from: unused, rpc: unused, call: unused },
    post: async (path: string) => {
      asked.push(path)
      return new Response(new ReadableStream({ cancel: cancelled }))
    },
    siteUrl: '',
    publishableKey: '',
    tables: new Set<never>(),
    freshSeconds: 300,
    validUntil: Number.POSITIVE_INFINITY,
    incomplete: false,
    requestId: null,
    reportError: unused,
  }
  askForDefaultContent(new RouterContextProvider(new Map([[siteContext, site]])))
  await eventually(() => expect(cancelled).toHaveBeenCalled())
  expect(asked).toEqual(['/functions/v1/ensure-default-content'])
})
