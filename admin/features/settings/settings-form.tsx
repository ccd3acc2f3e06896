import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json } from '#domain/database.types.ts'
import type { FormField, FormValues } from '../../record/fields.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import type { z } from '../../zod.ts'
import { readSettings, saveSettings } from './settings-store.ts'

interface SettingsFormProps<Held extends Record<string, Json>> {
  title: string
  note?: string
  /** As they are without rows, by name. */
  defaults: Held
  fields: readonly FormField[]
  schema: z.ZodType<Record<string, Json>, FormValues>
}

/** A section of settings that are saved together. */
export function SettingsForm<Held extends Record<string, Json>>(props: SettingsFormProps<Held>) {
  const { title, note, defaults, fields, schema } = props
  const query = useQuery({
    queryKey: ['site_settings', title],
    queryFn: async () => [await readSettings(defaults)] as const,
  })
  const client = useQueryClient()
  return (
    <Section title={title} {...(note && { note })}>
      <QueryState query={query} failure="Error loading settings" empty="">
        {([row = defaults]) => (
          <SectionBody>
            <RecordForm
              key={JSON.stringify(row)}
              row={row}
              fields={fields}
              schema={schema}
              save={(values, base) => saveSettings(defaults, values, base ?? row)}
              done="Settings saved"
              failure="Failed to save the settings"
              onSaved={() => void client.invalidateQueries({ queryKey: ['site_settings'] })}
            />
          </SectionBody>
        )}
      </QueryState>
    </Section>
  )
}
