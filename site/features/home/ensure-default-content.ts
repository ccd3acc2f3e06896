import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#site/ssr/data/site-context.ts'

/**
 * Asks the server to see to its expected pages and articles, as a load of the home page does (specification, 7.3). The
 * call is limited for all visitors together and only queues what the schedule runs anyway, so nobody waits for it, and
 * its failure is no failure of the page.
 */
export function askForDefaultContent(context: Readonly<RouterContextProvider>): void {
  const { post } = context.get(siteContext)
  // A response that nobody reads would be taken for a stalled call.
  post('/functions/v1/ensure-default-content', '{}')
    .then((response) => response.body?.cancel())
    .catch(() => {})
}
