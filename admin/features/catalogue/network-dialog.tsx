import { supabase, unwrap } from '../../client.ts'
import { fieldsOf } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { optionalTime, required } from '../../record/values.ts'
import { z } from '../../zod.ts'
import type { Network } from './network.ts'

export const NetworkDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="networks"
    noun="Network"
    id={id}
    fields={fields}
    schema={schema}
    load={load}
    save={save}
    done="Network updated"
    failure="Failed to update network"
    onClose={onClose}
  />
)

const fields = fieldsOf('networks', [
  { key: 'name', kind: 'text', maxLength: 100 },
  {
    key: 'price_max_age',
    kind: 'text',
    maxLength: 40,
    hint: 'The network’s own rule, such as 24 hours. Empty is no limit. Older prices vanish from the pages.',
  },
  {
    key: 'click_hosts',
    kind: 'text',
    hint: 'With commas between. Empty where a link points at the merchant’s own host.',
  },
])

const schema = z.object({
  name: required('Name', 100),
  price_max_age: optionalTime,
  click_hosts: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((hosts) => hosts.every((host) => /^[a-z0-9.-]+\.[a-z]{2,}$/.test(host)), 'Hosts only, such as awin1.com'),
})

async function load(id: string): Promise<Network | null> {
  return unwrap(await supabase.from('networks').select('id, name, click_hosts, price_max_age').eq('id', id))[0] ?? null
}

async function save(values: z.output<typeof schema>, row: Network | null): Promise<Network | null> {
  if (!row) throw new Error('networks come with the shop')
  return await saveOver({ table: 'networks', key: row.id, row, values, load })
}
