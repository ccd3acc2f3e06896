import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Images } from '../images/images.ts'
import type { PageCache } from '../page-cache/page-cache.ts'

export interface Metrics {
  /** One answered request. `family` is a fixed word (page, rest, asset …), never an address: labels are kept for ever. */
  observe(request: { family: string; method: string; status: number; seconds: number }): void
  shed(): void
  watchImages(images: Pick<Images, 'stats'>): void
  render(): Promise<string>
  contentType: string
}

export function createMetrics(cache: Pick<PageCache, 'stats'>, inFlight: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests that the page cache and the static files did not.',
    labelNames: ['family', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const shed = new Counter({ name: 'http_requests_shed_total', help: 'Requests refused under overload.', registers })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('http_requests_in_flight', 'Requests being answered.', inFlight)
  gauge('page_cache_pages', 'Cached pages.', () => cache.stats().pages)
  gauge('page_cache_bytes', 'Bytes of cached pages, all encodings.', () => cache.stats().bytes)
  gauge('page_cache_hits_total', 'Requests answered by a fresh cached page.', () => cache.stats().hits)
  gauge(
    'page_cache_stale_hits_total',
    'Requests answered by a cached page marked stale.',
    () => cache.stats().staleHits,
  )
  gauge('page_cache_renders_total', 'Pages rendered.', () => cache.stats().renders)
  return {
    observe: ({ family, method, status, seconds }) =>
      duration.observe({ family, method: knownMethod(method), status: `${Math.floor(status / 100)}xx` }, seconds),
    shed: () => shed.inc(),
    watchImages(images) {
      gauge('images_made_total', 'Sizes of images made.', () => images.stats().made)
      gauge('images_failed_total', 'Images that their shops did not give.', () => images.stats().failed)
      gauge('image_cache_hits_total', 'Images answered from the disk.', () => images.stats().hits)
      gauge('image_cache_bytes', 'Bytes of cached images on the disk.', () => images.stats().bytes)
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A visitor may invent methods; a label may not. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'
}

/** Compares without telling by its duration how much of the secret was right. */
export function isSecret(given: string | null, secret: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
