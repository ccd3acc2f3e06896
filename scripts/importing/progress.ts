import type { RunCounts } from '../../supabase/functions/_shared/import/counts.ts'

export interface Progress {
  show(counts: Readonly<RunCounts>): void
  /** Takes the bar away, so that what follows starts on a clean line. */
  clear(): void
}

const REDRAW_MS = 100
const BAR_WIDTH = 24
/** Where no one watches a bar, a line now and then shows that it lives. */
const LINE_EVERY_MS = 10_000

/** A bar in a terminal, a line every ten seconds in a log. */
export function createProgress(output: NodeJS.WriteStream, sizeOf: () => number): Progress {
  const started = performance.now()
  let lastDraw = output.isTTY ? Number.NEGATIVE_INFINITY : started
  return {
    show(counts) {
      const now = performance.now()
      const totalBytes = sizeOf()
      const share = totalBytes > 0 ? Math.min(1, counts.bytes / totalBytes) : 0
      if (now - lastDraw < (output.isTTY ? REDRAW_MS : LINE_EVERY_MS)) return
      lastDraw = now
      const text = progressText({ counts, share, seconds: (now - started) / 1000 })
      if (output.isTTY) output.write(`\r\x1b[2K${text.slice(0, Math.max(20, output.columns - 1))}`)
      else output.write(`${text}\n`)
    },
    clear() {
      if (output.isTTY) output.write('\r\x1b[2K')
    },
  }
}

export interface ProgressFacts {
  counts: Readonly<RunCounts>
  share: number
  seconds: number
}

export function progressText({ counts, share, seconds }: ProgressFacts): string {
  const filled = Math.round(share * BAR_WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  const rate = seconds > 0.5 ? `${grouped(Math.round(counts.read / seconds))} rows/s` : ''
  const state = share >= 1 ? 'publishing' : `${Math.floor(share * 100)} %`
  return [bar, state, `${grouped(counts.read)} rows`, rate, reasonsText(counts)]
    .filter((part) => part !== '')
    .join('  ')
}

/** "12 rejected (no name 7, no price 5)" */
function reasonsText({ rejected, rejectedByReason }: Readonly<RunCounts>): string {
  if (rejected === 0) return ''
  const reasons = Object.entries(rejectedByReason).sort(([, a], [, b]) => b - a)
  return `${grouped(rejected)} rejected (${reasons.map(([reason, times]) => `${reason} ${grouped(times)}`).join(', ')})`
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}
