import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as styles from './account.module.css'

/** An app that is set up: its recovery codes, shown once, and the way to take it away. */
export function VerifiedFactor({ id, onChange }: { id: string; onChange: () => void }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const codes = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('create_recovery_codes')),
    onError: (error) => toast('error', `Failed to make recovery codes: ${error.message}`),
  })
  const remove = useMutation({
    mutationFn: async () => unwrap(await supabase.auth.mfa.unenroll({ factorId: id })),
    onSuccess: () => {
      toast('success', 'The second factor is removed')
      onChange()
    },
    onError: (error) => toast('error', `Failed to remove the second factor: ${error.message}`),
  })
  return (
    <>
      <p>
        <span className={controls.badge} data-tone="green">
          On
        </span>{' '}
        Signing in asks for the code of your authenticator app.
      </p>
      {codes.data ? (
        <>
          <p role="status">
            Keep these codes where you will find them without your phone. Each works once, and they are not shown again.
          </p>
          <ul className={styles.codes} aria-label="Recovery codes">
            {codes.data.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <a
            className={controls.button}
            data-quiet=""
            download="recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.data.join('\n')}\n`)}`}
          >
            Download them
          </a>
        </>
      ) : (
        <button
          type="button"
          className={controls.button}
          disabled={codes.isPending}
          onClick={() =>
            setQuestion({
              title: 'Make new recovery codes?',
              text: 'Ten codes are shown once. Those that were made before stop working.',
              action: 'Make codes',
              onConfirm: () => codes.mutate(),
            })
          }
        >
          Make recovery codes
        </button>
      )}
      <button
        type="button"
        className={controls.link}
        onClick={() =>
          setQuestion({
            title: 'Remove the second factor?',
            text: 'The password alone will be enough to sign in to this account.',
            action: 'Remove',
            onConfirm: () => remove.mutate(),
          })
        }
      >
        Remove the second factor
      </button>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}
