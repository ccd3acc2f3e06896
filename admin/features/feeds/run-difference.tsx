import { Section, SectionBody } from '../../ui/section.tsx'
import { differenceOf, type Run } from './run-queries.ts'

const KINDS = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['delisted', 'Delisted'],
] as const

/** What a held run or a preview would change, by kind. */
export function RunDifference({ run }: { run: Run }) {
  // The run's own counts are of what it published: nothing so far.
  const difference = differenceOf(run.difference)
  if (!difference) return null
  return (
    <Section title="Difference" note="What publishing would change, with examples">
      <SectionBody>
        {KINDS.map(([kind, label]) => (
          <div key={kind}>
            <h3>
              {label}: {difference[kind].toLocaleString('en-US')}
            </h3>
            <ul>
              {difference.samples[kind].map(({ name, price, before, after }) => (
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
