import type { BrowserContext } from '@playwright/test'

/** Milliseconds since the navigation began, but for the bytes of script as they were sent. */
export interface Opened {
  script: number
  lcp: number
  tbt: number
  /** When the first request for data was sent, and when the app's own script had come. */
  firstData: number
  app: number
}

/** Lighthouse's desktop line: 40 ms there and back, 10,240 kbit/s. */
const LINE = { offline: false, latency: 40, downloadThroughput: 1_310_720, uploadThroughput: 1_310_720 }

/** One navigation with an empty cache and the session in storage, until the list has stood still for a second. */
export async function openCold(context: BrowserContext, url: string): Promise<Opened> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await page.addInitScript(watch)
  await page.goto(url)
  await page.getByRole('row').nth(5).waitFor()
  await page.waitForLoadState('networkidle')
  const opened = await page.evaluate(read)
  await page.close()
  return opened
}

declare global {
  interface Window {
    officeSeen: { lcp: number; tbt: number }
  }
}

function watch() {
  const seen = { lcp: 0, tbt: 0 }
  window.officeSeen = seen
  const observe = (type: string, on: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(on)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  observe('longtask', ({ duration }) => {
    seen.tbt += duration - 50
  })
}

function read(): Opened {
  const resources = performance.getEntriesByType('resource').filter((it) => it instanceof PerformanceResourceTiming)
  const scripts = resources.filter(({ name }) => name.endsWith('.js'))
  const requests = resources.filter(({ name }) => name.includes('/rest/v1/')).map(({ startTime }) => startTime)
  return {
    ...window.officeSeen,
    script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    firstData: Math.min(...requests),
    app: scripts.find(({ name }) => /\/index-[^/]*\.js$/.test(name))?.responseEnd ?? Number.NaN,
  }
}
