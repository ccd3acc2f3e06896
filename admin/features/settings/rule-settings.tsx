import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Json } from '#domain/database.types.ts'
import type { FormField } from '../../record/fields.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import { z } from '../../zod.ts'
import { readSettings, saveSettings } from './settings-store.ts'

/** As the database has them without a row. */
const DEFAULTS: Record<string, Json> = { audit_log_days: 365, second_factor_required: false }

const fields: readonly FormField[] = [
  { key: 'audit_log_days', label: 'Days that the log of changes is kept', kind: 'number', hint: '30 to 3650.' },
  {
    key: 'second_factor_required',
    label: 'Admins need a second factor',
    kind: 'check',
    hint: 'Whoever has none may do nothing as an admin until one is set up. Set up your own first.',
  },
]
const schema = z.object({
  audit_log_days: z
    .string()
    .transform(Number)
    .pipe(z.int('Whole days').min(30, '30 days at least').max(3650, '3,650 days at most')),
  second_factor_required: z.boolean(),
})

/** What the office asks of those who work in it. */
export function RuleSettings() {
  const query = useQuery({
    queryKey: ['site_settings', 'rules'],
    queryFn: async () => [await readSettings(DEFAULTS)] as const,
  })
  const client = useQueryClient()
  return (
    <Section title="Rules">
      <QueryState query={query} failure="Error loading settings" empty="">
        {([row = DEFAULTS]) => (
          <SectionBody>
            <RecordForm
              key={JSON.stringify(row)}
              row={row}
              fields={fields}
              schema={schema}
              save={(values, base) => saveSettings(DEFAULTS, values, base ?? row)}
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
