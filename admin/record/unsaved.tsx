import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from '../ui/lazy-dialog.tsx'

/** The forms on the screen; each says whether something in it is not saved. */
const forms = new Set<() => boolean>()
const isDirty = () => [...forms].some((form) => form())

/** Has the shell ask before what is typed in this form is left. */
export function useAskBeforeLeaving(isFormDirty: () => boolean): void {
  useEffect(() => {
    forms.add(isFormDirty)
    return () => void forms.delete(isFormDirty)
  }, [isFormDirty])
}

/** Asks before unsaved work is left, by a link, by Back, by closing the dialog or the tab. Once: the router hears one alone. */
export function AskBeforeLeaving() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || openIn(from) !== openIn(to)) && isDirty(),
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [])
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
