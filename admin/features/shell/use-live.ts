import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { supabase } from '../../client.ts'

/** A job tells of each step: what is on screen is read anew at once, and then once a second at most. */
const EVERY_MS = 1000

type LiveTable = 'feed_runs' | 'job_runs' | 'notifications'

/**
 * Reads a table's queries anew when its rows change, for as long as the screen is open. Returns whether changes arrive:
 * without them a query asks by itself from time to time.
 */
export function useLive(table: LiveTable): boolean {
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStale = false
    const changed = () => {
      isStale = true
      if (timer === undefined) readAnew()
    }
    const readAnew = () => {
      timer = isStale ? setTimeout(readAnew, EVERY_MS) : undefined
      if (isStale) void client.invalidateQueries({ queryKey: [table] })
      isStale = false
    }
    const channel = supabase
      .channel(`office ${table}`)
      .on('postgres_changes', { event: '*', schema: 'public', table }, changed)
      .subscribe((status) => {
        setLive(status === 'SUBSCRIBED')
        // What happened while nothing was heard.
        if (status === 'SUBSCRIBED') changed()
      })
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [client, table])
  return isLive
}

/** Where no live update arrives: as often as somebody would reload the page. */
const POLL_MS = 5000

/** Reads a table's queries anew when its rows change, or every few seconds where changes do not arrive. */
export function useFollowed(table: LiveTable) {
  const client = useQueryClient()
  const isLive = useLive(table)
  useEffect(() => {
    if (isLive) return
    const polling = setInterval(() => void client.invalidateQueries({ queryKey: [table] }), POLL_MS)
    return () => clearInterval(polling)
  }, [client, isLive, table])
}
