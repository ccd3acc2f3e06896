import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { type MerchantValues, merchantFields, merchantSchema, newMerchantFields } from './merchant-form.ts'

type Merchant = Database['public']['Tables']['merchants']['Row']

export const MerchantDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="merchants"
    noun="Merchant"
    id={id}
    fields={id === 'new' ? newMerchantFields : merchantFields}
    schema={merchantSchema}
    load={load}
    save={save}
    done={id === 'new' ? 'Merchant added' : 'Merchant updated'}
    failure="Failed to update merchant"
    onClose={onClose}
  />
)

async function load(id: string): Promise<Merchant | null> {
  return unwrap(await supabase.from('merchants').select('*').eq('id', Number(id)))[0] ?? null
}

async function save({ name, ...changes }: MerchantValues, row: Merchant | null): Promise<Merchant | null> {
  // A name is what products are joined by: it is not changed in passing.
  if (row) return await saveOver({ table: 'merchants', key: String(row.id), row, values: changes, load })
  unwrap(await supabase.from('merchants').insert({ name, ...changes }))
  return null
}
