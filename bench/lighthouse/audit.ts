import lighthouse from 'lighthouse'

export type Figures = Record<string, number>

export interface Audit {
  figures: Figures
  /** What cost a point, in Lighthouse's words. */
  failed: string[]
}

const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

/** A busy machine loses a trace now and then. */
const TRIES = 3

/** One run as a mobile phone with the default, simulated throttling. */
export async function audit(url: string, port: number, tries = TRIES): Promise<Audit> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent' })
  const failure = result ? result.lhr.runtimeError?.message : 'no result'
  if (!result || failure) {
    if (tries > 1) return audit(url, port, tries - 1)
    throw new Error(`${url}: ${failure}`)
  }
  const { audits, categories } = result.lhr
  const scores = Object.values(categories).map(({ id, score }) => [id, (score ?? 0) * 100])
  const metrics = Object.entries(METRICS).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN])
  const weighty = Object.values(categories).flatMap(({ id, auditRefs }) =>
    id === 'performance' ? [] : auditRefs.filter(({ weight }) => weight > 0).map((ref) => ref.id),
  )
  return {
    figures: Object.fromEntries([...scores, ...metrics]),
    failed: weighty.flatMap((id) => (audits[id]?.score === 0 ? [`${id}: ${audits[id]?.title}`] : [])),
  }
}
