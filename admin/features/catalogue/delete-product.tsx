import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { Confirm, type Question } from '../../ui/dialog.tsx'
import type { Product } from './product-queries.ts'

/** For a product that no feed brings: one of a feed is hidden instead. */
export function DeleteProduct({ product, onDeleted }: { product: Product; onDeleted: () => void }) {
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const { id, product_name: name } = product
  const remove = useMutation({
    mutationFn: async () => unwrap(await supabase.from('products').delete().eq('id', id).select('id').single()),
    onSuccess: () => {
      toast('success', 'Product deleted. It can be restored from the trash.')
      onDeleted()
    },
    onError: (error) => toast('error', `Failed to delete product: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  })
  if (product.feed_id !== null) return null
  const ask = () =>
    setQuestion({
      title: 'Delete this product?',
      text: `“${name}” leaves the site at once. It can be restored from the trash.`,
      action: 'Delete',
      onConfirm: () => remove.mutate(),
    })
  return (
    <p className={controls.hint}>
      Added by hand.{' '}
      <button type="button" className={controls.link} disabled={remove.isPending} onClick={ask}>
        Delete this product
      </button>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </p>
  )
}
