import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import * as dialog from '../../ui/dialog.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface RenameMerchantProps {
  merchant: { id: number; name: string }
  onClose: () => void
}

/** Products bear the name, so a job changes it; the screen of jobs shows how far it is. */
export function RenameMerchant({ merchant, onClose }: RenameMerchantProps) {
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: async (name: string) => {
      const called = unwrap(await supabase.from('merchants').select('id').eq('name', name))
      if (called.some(({ id }) => id === merchant.id)) throw new Error('This is its name already.')
      if (called.length > 0) {
        throw new Error(`There is a merchant called “${name}” already, and no two have one name. Choose another.`)
      }
      return unwrap(
        await supabase.rpc('start_job', {
          kind_param: 'rename-merchant',
          args_param: { merchant: merchant.id, name },
        }),
      )
    },
    onSuccess: (run) => void navigate(`/jobs?edit=${run}`),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    start.mutate(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  return (
    <Dialog title={`Rename ${merchant.name}`} open onClose={onClose}>
      <form onSubmit={submit}>
        <p className={dialog.text}>
          A job moves its products. Until the last has moved, the old name keeps its rules; feeds may go on using it.
        </p>
        <Field label="New name" name="name" required maxLength={200} defaultValue={merchant.name} autoComplete="off" />
        {start.error && (
          <p className={controls.error} role="alert">
            {start.error.message}
          </p>
        )}
        <div className={dialog.actions}>
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={controls.button} disabled={start.isPending}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}
