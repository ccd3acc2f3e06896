import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { recordEvent } from './record-event.ts'

/** Counts each further page that is shown; the boot script counted the first. Shows nothing. */
export function VisitRecorder() {
  const { pathname } = useLocation()
  const counted = useRef(pathname)
  useEffect(() => {
    if (counted.current === pathname) return
    counted.current = pathname
    // Not the address of the moment: a visitor who goes on at once has that changed before this runs.
    recordEvent('page_view', { path: pathname })
  }, [pathname])
  return null
}
