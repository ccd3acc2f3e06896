import type { z } from 'zod'
import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { editedMerchantSchema, merchantFields, merchantSchema, newMerchantFields } from './merchant-form.ts'

type Merchant = Database['public']['Tables']['merchants']['Row']

export const MerchantDialog = ({ id, onClose }: { id: string; onClose: () => void }) =>
  id === 'new' ? (
    <RecordDialog
      {...common}
      id={id}
      fields={newMerchantFields}
      schema={merchantSchema}
      save={add}
      done="Merchant added"
      failure="Failed to add merchant"
      onClose={onClose}
    />
  ) : (
    <RecordDialog
      {...common}
      id={id}
      fields={merchantFields}
      schema={editedMerchantSchema}
      save={save}
      done="Merchant updated"
      failure="Failed to update merchant"
      onClose={onClose}
    />
  )

const common = { table: 'merchants', noun: 'Merchant', load }

async function load(id: string): Promise<Merchant | null> {
  return unwrap(await supabase.from('merchants').select('*').eq('id', Number(id)))[0] ?? null
}

async function add(values: z.output<typeof merchantSchema>): Promise<null> {
  unwrap(await supabase.from('merchants').insert(values))
  return null
}

async function save(values: z.output<typeof editedMerchantSchema>, row: Merchant | null): Promise<Merchant | null> {
  return row && (await saveOver({ table: 'merchants', key: String(row.id), row, values, load }))
}
