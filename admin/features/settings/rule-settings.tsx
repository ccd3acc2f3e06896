import type { Json } from '#domain/database.types.ts'
import type { FormField } from '../../record/fields.ts'
import { z } from '../../zod.ts'
import { SettingsForm } from './settings-form.tsx'

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
export const RuleSettings = () => <SettingsForm title="Rules" defaults={DEFAULTS} fields={fields} schema={schema} />
