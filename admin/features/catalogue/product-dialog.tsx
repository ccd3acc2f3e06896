import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { supabase, unwrap } from '../../client.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { DeleteProduct } from './delete-product.tsx'
import { HandEdits } from './hand-edits.tsx'
import { HandPrice } from './hand-price.tsx'
import { HiddenPrice } from './hidden-price.tsx'
import { NewMerchant } from './new-merchant.tsx'
import { productDoubts } from './product-doubts.ts'
import { type ProductValues, productFields, productSchema } from './product-form.ts'
import { ProductOffers } from './product-offers.tsx'
import type { Product } from './product-queries.ts'

export function ProductDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: merchants } = useQuery({ queryKey: ['merchants', 'names'], queryFn: namesOfMerchants })
  const fields = useMemo(
    () =>
      productFields.map((field) =>
        field.key === 'merchant_name'
          ? { ...field, Notice: NewMerchant, ...(merchants && { suggestions: merchants }) }
          : field,
      ),
    [merchants],
  )
  return (
    <RecordDialog
      table="products"
      noun="Product"
      id={id}
      fields={fields}
      schema={productSchema}
      note={(row) =>
        row && (
          <>
            <HiddenPrice product={row} />
            <HandPrice product={row} />
            <HandEdits product={row} />
            <ProductOffers product={row} />
            <DeleteProduct product={row} onDeleted={onClose} />
          </>
        )
      }
      doubts={doubts}
      load={load}
      save={save}
      done={id === 'new' ? 'Product added' : 'Product updated successfully'}
      failure={id === 'new' ? 'Failed to add product' : 'Failed to update product'}
      onClose={onClose}
    />
  )
}

/** A product's rules are found by its merchant's name, so a name is better chosen than spelt. */
async function namesOfMerchants(): Promise<string[]> {
  return unwrap(await supabase.from('merchants').select('name').order('name')).map(({ name }) => name)
}

async function load(id: string): Promise<Product | null> {
  return unwrap(await supabase.from('products').select('*').eq('id', Number(id)))[0] ?? null
}

async function doubts(values: ProductValues, row: Product | null): Promise<string[]> {
  const named = await supabase.from('merchants').select('website').eq('name', values.merchant_name)
  return productDoubts(values, row, unwrap(named)[0] ?? null)
}

async function save(values: ProductValues, row: Product | null): Promise<Product | null> {
  if (row) return await saveOver({ table: 'products', key: String(row.id), row, values, load })
  unwrap(await supabase.from('products').insert(values))
  return null
}
