import { ExportCsv } from '../../list/export-csv.tsx'
import * as page from '../../ui/page.module.css'
import { Section, SectionBody } from '../../ui/section.tsx'
import { reasonsOf } from './reasons-of.ts'
import type { Run } from './run-queries.ts'
import { isLeftOut } from './selection-words.ts'

interface RunReasonsProps {
  run: Run
  samples: readonly { id: number; line_number: number; reason: string; raw: string }[]
  /** Whether all of them are kept, and not samples alone. */
  hasRefusedRows: boolean
}

/** The rows that a run did not take: those that nobody wanted, and those that were no good. */
export function RunReasons({ run, samples, hasRefusedRows }: RunReasonsProps) {
  const reasons = reasonsOf(run.rejected_by_reason)
  const parts = [
    ['Left out', 'By the selections, with examples', reasons.filter(([reason]) => isLeftOut(reason)), null],
    [
      'Refused rows',
      'By reason, with examples',
      reasons.filter(([reason]) => !isLeftOut(reason)),
      hasRefusedRows && (
        <ExportCsv table="refused_rows" conditions={[{ column: 'feed_run_id', op: 'eq', value: run.id }]} />
      ),
    ],
  ] as const
  return parts
    .filter(([, , of]) => of.length > 0)
    .map(([title, note, of, more]) => (
      <Section key={title} title={title} note={note} more={more}>
        <SectionBody>
          {of.map(([reason, rows]) => (
            <details key={reason}>
              <summary>
                {reason}: {rows.toLocaleString('en-US')}
              </summary>
              <ul>
                {samples
                  .filter((it) => it.reason === reason)
                  .map(({ id, line_number, raw }) => (
                    <li key={id} className={page.text}>
                      Line {line_number.toLocaleString('en-US')}: {raw}
                    </li>
                  ))}
              </ul>
            </details>
          ))}
        </SectionBody>
      </Section>
    ))
}
