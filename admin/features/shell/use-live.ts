import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '../../client.ts'

/** A job tells of each step: what is on screen is read anew once a second at most. */
const EVERY_MS = 1000

/** Reads a table's queries anew when its rows change, for as long as the screen is open. */
export function useLive(table: 'job_runs') {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [table] })
      }, EVERY_MS)
    }
    const channel = supabase
      .channel(`office ${table}`)
      .on('postgres_changes', { event: '*', schema: 'public', table }, changed)
      .subscribe()
    return () => {
      clearTimeout(timer)
      void supabase.removeChannel(channel)
    }
  }, [client, table])
}
