import type { Database } from '#domain/database.types.ts'
import { supabase, unwrap } from '../../client.ts'
import { fieldsOf } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { optionalImage, required, webAddress } from '../../record/values.ts'
import { z } from '../../zod.ts'

type Retailer = Database['public']['Tables']['amazon_products']['Row']

export const RetailerProductDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="amazon_products"
    noun="Retailer product"
    id={id}
    fields={fields}
    schema={schema}
    load={load}
    save={save}
    done={id === 'new' ? 'Retailer product added' : 'Retailer product updated'}
    failure={id === 'new' ? 'Failed to add retailer product' : 'Failed to update retailer product'}
    onClose={onClose}
  />
)

const fields = fieldsOf('amazon_products', [
  { key: 'product_title', kind: 'text', maxLength: 500 },
  { key: 'category', kind: 'text', maxLength: 200 },
  { key: 'product_url', kind: 'text' },
  {
    key: 'asin',
    kind: 'text',
    maxLength: 10,
    hint: 'Ten letters and digits. Empty when it is not known.',
  },
  {
    key: 'rating',
    kind: 'number',
    hint: 'From 0 to 5, by our editors. Amazon’s own ratings come from its service alone.',
  },
  { key: 'image_url', kind: 'text', hint: 'Amazon allows no copies of its images.' },
])

const schema = z.object({
  product_title: required('Title', 500),
  category: z
    .string()
    .trim()
    .max(200)
    .transform((text) => text || 'Other'),
  product_url: webAddress('Affiliate link'),
  asin: z
    .string()
    .trim()
    .transform((text) => text.toUpperCase() || null)
    .refine((text) => text === null || /^[A-Z0-9]{10}$/.test(text), 'Ten letters and digits'),
  rating: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((score) => score === null || (score >= 0 && score <= 5), 'A number from 0 to 5'),
  image_url: optionalImage,
})

async function load(id: string): Promise<Retailer | null> {
  return unwrap(await supabase.from('amazon_products').select('*').eq('id', Number(id)))[0] ?? null
}

async function save(values: z.output<typeof schema>, row: Retailer | null): Promise<Retailer | null> {
  if (row) {
    // A score that somebody typed is ours, whoever gave the one before.
    const rating_source = values.rating === row.rating ? row.rating_source : 'editorial'
    const changes = { ...values, rating_source }
    return await saveOver({ table: 'amazon_products', key: String(row.id), row, values: changes, load })
  }
  unwrap(await supabase.from('amazon_products').insert(values))
  return null
}
