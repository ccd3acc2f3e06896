import { lazy, Suspense, useEffect, useState } from 'react'
import { askForProofWith } from '../../recent-proof.ts'

// Loaded when it is asked for.
const ProofDialog = lazy(() => import('./proof-dialog.tsx').then((it) => ({ default: it.ProofDialog })))

/** Asks for the password where a request needs it; once in every page. */
export function Proof({ email }: { email: string }) {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void } | null>(null)
  useEffect(() => askForProofWith(() => new Promise((give) => setAnswer({ give }))), [])
  if (!answer) return null
  return (
    <Suspense>
      <ProofDialog
        email={email}
        onDone={(isProved) => {
          setAnswer(null)
          answer.give(isProved)
        }}
      />
    </Suspense>
  )
}
