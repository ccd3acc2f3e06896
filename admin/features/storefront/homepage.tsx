import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { fieldsOf } from '../../record/fields.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { saveOver } from '../../record/save-over.ts'
import { optional, optionalImage } from '../../record/values.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import { z } from '../../zod.ts'

type Settings = Database['public']['Tables']['homepage_settings']['Row']

/** The row that the home page shows: the newest active one. */
const shownSettings = queryOptions({
  queryKey: ['homepage_settings', 'shown'],
  /** A list of one; without a row there is an empty one to fill in. */
  queryFn: async ({ signal }): Promise<readonly (Settings | null)[]> => {
    const request = supabase.from('homepage_settings').select('*').eq('is_active', true)
    const newest = request.order('created_at', { ascending: false }).limit(1)
    return [unwrap(await newest.abortSignal(signal))[0] ?? null]
  },
  // Nothing is changed under what is being typed; a save reads it again.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

const fields = fieldsOf('homepage_settings', [
  { key: 'hero_badge_text', kind: 'text', maxLength: 100 },
  { key: 'hero_title', kind: 'text', maxLength: 200 },
  { key: 'hero_subtitle', kind: 'long', maxLength: 500 },
  { key: 'hero_button_text', kind: 'text', maxLength: 100 },
  {
    key: 'hero_background_image',
    kind: 'text',
    hint: 'An empty field shows what the site brings along.',
  },
])

const schema = z.object({
  hero_badge_text: optional(100),
  hero_title: optional(200),
  hero_subtitle: optional(500),
  hero_button_text: optional(100),
  hero_background_image: optionalImage,
})

/** What stands first on the home page. */
export function Component() {
  const query = useQuery(shownSettings)
  const client = useQueryClient()
  return (
    <>
      <title>Homepage | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Homepage</h1>
        <a className={controls.link} href="/" target="_blank" rel="noreferrer">
          View on site
        </a>
      </div>
      <Section title="Hero">
        <QueryState query={query} failure="Error loading homepage settings" empty="">
          {([row]) => (
            <SectionBody>
              <RecordForm
                key={row?.updated_at}
                fields={fields}
                schema={schema}
                row={row ?? null}
                save={save}
                done="Homepage settings updated successfully"
                failure="Failed to update settings"
                onSaved={() => void client.invalidateQueries({ queryKey: ['homepage_settings'] })}
              />
            </SectionBody>
          )}
        </QueryState>
      </Section>
    </>
  )
}

async function save(values: z.output<typeof schema>, row: Settings | null): Promise<Settings | null> {
  if (row) return await saveOver({ table: 'homepage_settings', key: row.id, row, values, load })
  unwrap(await supabase.from('homepage_settings').insert(values))
  return null
}

async function load(id: string): Promise<Settings | null> {
  return unwrap(await supabase.from('homepage_settings').select('*').eq('id', id))[0] ?? null
}
