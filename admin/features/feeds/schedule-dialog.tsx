import { supabase, unwrap } from '../../client.ts'
import type { FormField } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { z } from '../../zod.ts'
import { readSchedules } from './feed-queries.ts'

/** When a feed starts by itself. */
export const ScheduleDialog = ({ kind, onClose }: { kind: string; onClose: () => void }) => (
  <RecordDialog
    table="feed_runs"
    noun="Times"
    id={kind}
    fields={fields}
    schema={schema}
    load={load}
    save={save}
    done="Times saved"
    failure="Failed to save the times"
    onClose={onClose}
  />
)

const fields: readonly FormField[] = [
  {
    key: 'rhythm',
    label: 'Starts',
    kind: 'choice',
    choices: [
      { value: 'daily', label: 'Every day' },
      { value: 'hours', label: 'Every so many hours' },
    ],
  },
  { key: 'time', label: 'Time of day', kind: 'text', maxLength: 5, hint: 'In UTC, such as 07:00. For every day.' },
  { key: 'hours', label: 'Hours between', kind: 'number', hint: 'From 0.25 to 168. For every so many hours.' },
  { key: 'is_paused', label: 'Paused', kind: 'check' },
]

const schema = z
  .object({
    rhythm: z.enum(['daily', 'hours']),
    time: z.string().trim(),
    hours: z.string().trim(),
    is_paused: z.boolean(),
  })
  .superRefine(({ rhythm, time, hours }, { addIssue }) => {
    if (rhythm === 'daily' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      addIssue({ code: 'custom', path: ['time'], message: 'A time of day, such as 07:00' })
    if (rhythm === 'hours' && !(Number(hours) >= 0.25 && Number(hours) <= 168))
      addIssue({ code: 'custom', path: ['hours'], message: 'A number of hours from 0.25 to 168' })
  })
  .transform(({ rhythm, time, hours, is_paused }) => ({
    at_time: rhythm === 'daily' ? `${time}:00` : null,
    every_minutes: rhythm === 'hours' ? Math.round(Number(hours) * 60) : null,
    is_paused,
  }))

async function load(kind: string, signal = new AbortController().signal) {
  const found = (await readSchedules(signal)).find((feed) => feed.kind === kind)
  if (!found) return null
  const { at_time, every_minutes, is_paused, is_usual } = found
  return {
    ...{ kind, at_time, every_minutes, is_paused, is_usual },
    rhythm: at_time === null ? 'hours' : 'daily',
    time: at_time?.slice(0, 5) ?? '',
    hours: every_minutes === null ? '' : every_minutes / 60,
  }
}
type Times = NonNullable<Awaited<ReturnType<typeof load>>>

async function save(values: z.output<typeof schema>, row: Times | null): Promise<Times | null> {
  if (!row) throw new Error('feeds come with the shop')
  const { kind, is_usual } = row
  if (!is_usual) return await saveOver({ table: 'feed_schedules', key: kind, row, values, load })
  unwrap(await supabase.from('feed_schedules').insert({ kind, ...values }))
  return null
}
