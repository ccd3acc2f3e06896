import { supabase, unwrap } from '../../client.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import * as controls from '../../ui/controls.module.css'
import { type ProductValues, productFields, productSchema } from './product-form.ts'
import type { Product } from './product-queries.ts'

export const ProductDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="products"
    noun="Product"
    id={id}
    fields={productFields}
    schema={productSchema}
    load={load}
    save={save}
    done={id === 'new' ? 'Product added' : 'Product updated successfully'}
    failure="Failed to update product"
    note={(row) =>
      row?.feed_id && (
        <p className={controls.hint}>This product comes from a feed: its next import writes these fields anew.</p>
      )
    }
    onClose={onClose}
  />
)

async function load(id: string): Promise<Product | null> {
  return unwrap(await supabase.from('products').select('*').eq('id', Number(id)))[0] ?? null
}

async function save(values: ProductValues, row: Product | null): Promise<Product | null> {
  if (row) return await saveOver({ table: 'products', key: String(row.id), row, values, load })
  unwrap(await supabase.from('products').insert({ ...values, observed_at: new Date().toISOString() }))
  return null
}
