import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './settings.module.css'

const KEY = 'admin_minimum_role'

/** A list of one, because a setting without a row has its default. */
export const minimumRole = queryOptions({
  queryKey: ['site_settings', KEY],
  queryFn: async ({ signal }) => {
    const rows = unwrap(await supabase.from('site_settings').select('value').eq('key', KEY).abortSignal(signal))
    return [rows[0]?.value === 'editor' ? 'editor' : 'admin'] as const
  },
})

/** What admins decide for the whole back office. */
export function SettingsSection({ more }: { more?: ReactNode }) {
  const query = useQuery(minimumRole)
  const save = useSaveMinimumRole()
  const id = useId()
  return (
    <Section id="site-settings" title="Site Settings" more={more}>
      <QueryState query={query} failure="Error loading settings" empty="">
        {([role]) => (
          <p className={styles.setting}>
            <label htmlFor={id}>Who may enter the back office</label>
            <select
              id={id}
              className={controls.input}
              value={role}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate(currentTarget.value === 'editor' ? 'editor' : 'admin')}
            >
              <option value="admin">Admins only</option>
              <option value="editor">Admins and editors</option>
            </select>
          </p>
        )}
      </QueryState>
    </Section>
  )
}

function useSaveMinimumRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (role: 'admin' | 'editor') => {
      unwrap(await supabase.from('site_settings').upsert({ key: KEY, value: role }, { onConflict: 'key' }))
    },
    onSuccess: () => toast('success', 'Setting saved'),
    onError: (error) => toast('error', `Failed to save the setting: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['site_settings'] }),
  })
}
