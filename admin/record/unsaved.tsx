import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../ui/lazy-dialog.tsx'

/** Asks before unsaved work is left, by a link, by Back, by closing the dialog or the tab. */
export function AskBeforeLeaving({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty() && (from.pathname !== to.pathname || openIn(from) !== openIn(to)),
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  const question = {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    action: 'Leave',
    onConfirm: () => blocker.proceed(),
    onDecline: () => blocker.reset(),
  }
  return <Confirm question={question} onDone={() => {}} />
}

/** The open record; a list that is scrolled under it changes its address too. */
const openIn = ({ search }: { search: string }): string | null => new URLSearchParams(search).get('edit')
