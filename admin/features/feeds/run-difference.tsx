import { Section, SectionBody } from '../../ui/section.tsx'
import { differenceOf, type Run } from './run-queries.ts'

const KINDS = [
  ['new', 'New', 'rows_new'],
  ['changed', 'Changed', 'rows_changed'],
  ['delisted', 'Delisted', 'rows_delisted'],
] as const

/** What a held run or a preview would change, by kind. */
export function RunDifference({ run }: { run: Run }) {
  const samples = differenceOf(run.difference)
  if (!samples) return null
  return (
    <Section title="Difference" note="What publishing would change, with examples">
      <SectionBody>
        {KINDS.map(([kind, label, count]) => (
          <div key={kind}>
            <h3>
              {label}: {run[count].toLocaleString('en-US')}
            </h3>
            <ul>
              {samples[kind].map(({ name, price, before, after }) => (
                <li key={`${name} ${after}`}>
                  {name}:{' '}
                  {kind === 'changed' ? `${before || 'no price'} → ${after || 'no price'}` : price || 'no price'}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </SectionBody>
    </Section>
  )
}
