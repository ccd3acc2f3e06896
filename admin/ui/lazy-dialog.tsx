import { type ComponentProps, lazy, Suspense, useState } from 'react'

// 15 kB that a screen needs no sooner than something is opened on it.
const LoadedDialog = lazy(() => import('./dialog.tsx').then((it) => ({ default: it.Dialog })))
const LoadedConfirm = lazy(() => import('./dialog.tsx').then((it) => ({ default: it.Confirm })))

/** Dialog, loaded when it is shown. */
export const Dialog = (props: ComponentProps<typeof LoadedDialog>) => (
  <Suspense>
    <LoadedDialog {...props} />
  </Suspense>
)

/** Confirm, loaded with the first question. */
export function Confirm(props: ComponentProps<typeof LoadedConfirm>) {
  const [wasAsked, setWasAsked] = useState(false)
  if (props.question && !wasAsked) setWasAsked(true)
  return wasAsked ? (
    <Suspense>
      <LoadedConfirm {...props} />
    </Suspense>
  ) : null
}
