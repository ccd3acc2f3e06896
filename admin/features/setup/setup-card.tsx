import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import { Section } from '../../ui/section.tsx'
import * as styles from './setup.module.css'
import { isDone, LABELS, STATES, setup } from './setup-query.ts'

/** On the dashboard until everything of the checklist is done. */
export function SetupCard() {
  const { data } = useQuery(setup)
  if (!data || data.every(isDone)) return null
  const done = data.filter(isDone).length
  return (
    <Section
      title="Set-up"
      note={`${done} of ${data.length} done`}
      more={
        <Link to="/setup" className={controls.link}>
          Go on
        </Link>
      }
    >
      <ul className={styles.card}>
        {data.map(({ name, state }) => (
          <li key={name}>
            {LABELS[name] ?? name}{' '}
            <span className={controls.badge} data-tone={STATES[state][1]}>
              {STATES[state][0]}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
