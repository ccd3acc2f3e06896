import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { signOutEverywhere, useSession } from '../session/session-store.ts'
import * as styles from './account.module.css'
import { SetUpFactor } from './set-up-factor.tsx'
import { VerifiedFactor } from './verified-factor.tsx'

/** One's own account: the second factor with its recovery codes, and every place that is signed in. */
export function Component() {
  const { user } = useSession()
  const [question, setQuestion] = useState<Question | null>(null)
  const factors = useQuery({
    queryKey: ['factors', user?.id],
    queryFn: async () => [unwrap(await supabase.auth.mfa.listFactors())?.totp[0] ?? null],
  })
  return (
    <>
      <title>Account | Admin Dashboard</title>
      <h1 className={page.title}>Account</h1>
      <p className={page.soft}>{user?.email}</p>
      <Section title="Second factor" note="The code of an authenticator app, asked for after the password">
        <div className={styles.part}>
          <QueryState query={factors} failure="Error loading the second factor" empty="">
            {([factor]) =>
              factor ? (
                <VerifiedFactor id={factor.id} onChange={() => void factors.refetch()} />
              ) : (
                <SetUpFactor onDone={() => void factors.refetch()} />
              )
            }
          </QueryState>
        </div>
      </Section>
      <Section title="Sessions" note="Each browser that is signed in to this account">
        <div className={styles.part}>
          <p>Ends every session of this account, this one too, on all of its devices.</p>
          <p>
            <button
              type="button"
              className={controls.button}
              onClick={() =>
                setQuestion({
                  title: 'Sign out everywhere?',
                  text: 'Every browser that is signed in to this account has to sign in again, this one too.',
                  action: 'Sign out everywhere',
                  onConfirm: () => void signOutEverywhere(),
                })
              }
            >
              Sign out everywhere
            </button>
          </p>
        </div>
      </Section>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}
