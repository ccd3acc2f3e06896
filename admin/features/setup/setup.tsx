import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './setup.module.css'
import { type Check, LABELS, STATES, setup, useTry } from './setup-query.ts'

/** What a shop needs around it, each tried for real and told in a sentence that says what to do. */
export function Component() {
  const query = useQuery(setup)
  return (
    <>
      <title>Set-up | Admin Dashboard</title>
      <h1 className={page.title}>Set-up</h1>
      <Section title="Checklist" note="Each is tried for real; no secret is ever shown">
        <QueryState query={query} failure="Error loading the checklist" empty="">
          {(checks) => (
            <ul className={styles.list}>
              {checks.map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
    </>
  )
}

const WHAT: Record<string, string> = {
  mail: 'Sends a mail to your address.',
  https: 'Asks the shop’s address as a visitor would, from outside.',
  files: 'Writes, reads and removes a file.',
  store: 'Asks the Shopify store for a product.',
  'second-factor': 'Yours, and whether every admin needs one.',
}

function CheckRow({ check: { name, state, sentence, checked_at } }: { check: Check }) {
  const attempt = useTry(name)
  const [label, tone] = STATES[state]
  return (
    <li aria-label={LABELS[name] ?? name}>
      <div>
        <h3 className={styles.name}>
          {LABELS[name] ?? name}{' '}
          <span className={controls.badge} data-tone={tone}>
            {label}
          </span>
        </h3>
        <p className={page.soft}>{WHAT[name]}</p>
        <p role="status">{attempt.isPending ? 'Trying...' : sentence}</p>
        {attempt.error && (
          <p className={controls.error} role="alert">
            {attempt.error.message}
          </p>
        )}
        {checked_at && name !== 'second-factor' && <p className={page.soft}>Tried {formatAsOf(checked_at)}</p>}
      </div>
      {name === 'second-factor' ? (
        <Link className={controls.button} data-quiet="" to="/account">
          Account
        </Link>
      ) : (
        <button
          type="button"
          className={controls.button}
          data-quiet=""
          aria-label={`Try now: ${LABELS[name] ?? name}`}
          disabled={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          Try now
        </button>
      )}
    </li>
  )
}
