import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { Section, SectionBody } from '../../ui/section.tsx'
import {
  type Credential,
  type NetworkCredentials,
  useStoreCredentials,
  useTestCredentials,
} from './credentials-queries.ts'
import * as styles from './feeds.module.css'

/** One network's keys. What is typed is sent and never comes back; a field that is left empty changes nothing. */
export function NetworkForm({ network: { id, name, credentials } }: { network: NetworkCredentials }) {
  const store = useStoreCredentials()
  const test = useTestCredentials(id)
  const save = (values: Record<string, string>, done: string, then = () => {}) => {
    test.reset()
    store.mutate(values, {
      onSuccess: () => {
        toast('success', done)
        then()
      },
    })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = [...new FormData(form)].flatMap(([key, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[key, value]] : [],
    )
    if (typed.length === 0) return toast('error', `Type or paste what ${name} gave you first`)
    save(Object.fromEntries(typed), `Credentials of ${name} stored`, () => form.reset())
  }
  const failure = store.error ?? test.error
  return (
    <Section title={name}>
      <SectionBody>
        <form className={styles.keys} onSubmit={submit} noValidate>
          {credentials.map((credential) => (
            <CredentialField
              key={credential.name}
              credential={credential}
              forget={() => save({ [credential.name]: '' }, `${credential.name} forgotten`)}
            />
          ))}
          {failure && (
            <p className={controls.error} role="alert">
              {failure.message}
            </p>
          )}
          <p role="status" className={test.data && !test.data.ok ? controls.error : page.text}>
            {test.isPending ? `Asking ${name}...` : test.data?.sentence}
          </p>
          <div className={page.row}>
            <button type="submit" className={controls.button} aria-disabled={store.isPending}>
              {`Save ${name}`}
            </button>
            <button
              type="button"
              className={controls.button}
              data-quiet=""
              aria-disabled={test.isPending}
              onClick={() => {
                if (test.isPending) return
                store.reset()
                test.mutate()
              }}
            >
              {`Test ${name}`}
            </button>
          </div>
        </form>
      </SectionBody>
    </Section>
  )
}

/** A field for one line silently drops the breaks of what is pasted, and two lines would be stored as one wrong key. */
const hasBreak = (event: ClipboardEvent) => /[\r\n]/.test(event.clipboardData.getData('text').trim())

function CredentialField({ credential, forget }: { credential: Credential; forget: () => void }) {
  const { name, required, from, state, stored_at } = credential
  const [error, setError] = useState<string>()
  const id = `credential-${name}`
  const [label, tone] = stateInWords(credential)
  return (
    <div className={controls.field}>
      <div className={page.row}>
        <label className={controls.label} htmlFor={id}>
          {name}
        </label>
        <span className={controls.badge} data-tone={tone}>
          {label}
        </span>
        {state !== 'missing' && state !== 'environment' && (
          <button type="button" className={controls.link} aria-label={`Forget ${name}`} onClick={forget}>
            Forget
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className={page.soft}>
        {state === 'environment'
          ? 'Set in the shop’s environment, which wins. Change it there.'
          : `${from}${required ? '' : ' (may be left out)'}`}
        {stored_at && state === 'stored' && `. Stored ${formatAsOf(stored_at)}.`}
      </p>
      {state !== 'environment' && (
        <input
          id={id}
          name={name}
          className={controls.input}
          type="password"
          autoComplete="off"
          maxLength={4000}
          placeholder={state === 'stored' ? 'Stored. Type to replace it' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={() => setError(undefined)}
          onPaste={(event) => {
            if (!hasBreak(event)) return
            event.preventDefault()
            setError(`What was pasted for ${name} has a line break inside, which no key has. Copy it again.`)
          }}
        />
      )}
      <p id={`${id}-error`} className={controls.error} role="alert">
        {error}
      </p>
    </div>
  )
}

function stateInWords({ state, required }: Credential): [label: string, tone?: string] {
  if (state === 'environment') return ['In the environment', 'green']
  if (state === 'stored') return ['Stored', 'green']
  if (state === 'unreadable') return ['Cannot be opened: store it again', 'red']
  return required ? ['Missing', 'amber'] : ['Not set']
}
