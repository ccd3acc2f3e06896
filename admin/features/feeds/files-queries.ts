import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '../../call-function.ts'
import { supabase, unwrap } from '../../client.ts'
import { z } from '../../zod.ts'

export type FileMapping = Readonly<Record<string, string>>
const mapping = z.record(z.string(), z.string())

/** The merchants' own files that the shop imports; for admins. */
export const merchantFiles = queryOptions({
  queryKey: ['merchant_files'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase.from('merchant_files').select('*').order('merchant').abortSignal(signal)).map((row) => ({
      ...row,
      mapping: mapping.parse(row.mapping),
    })),
})
export type MerchantFile = NonNullable<Awaited<ReturnType<NonNullable<typeof merchantFiles.queryFn>>>>[number]

const inspection = z.object({
  format: z.string(),
  columns: z.array(z.string()),
  mapping,
  missing: z.array(z.string()),
  samples: z.array(z.record(z.string(), z.string())),
  tried: z.object({ rows: z.number(), prices: z.number(), links: z.number() }),
  fields: z.array(z.object({ name: z.string(), required: z.boolean() })),
})
export type Inspection = z.output<typeof inspection>

/** Fetches the file and tells what a mapping makes of it; without one its columns are guessed. */
export const useInspection = () =>
  useMutation({
    mutationFn: async (asked: { address: string; mapping: FileMapping | null }) =>
      inspection.parse(await callFunction('inspect-merchant-file', asked)),
  })

interface Written {
  merchant: string
  address: string
  mapping: FileMapping
}

/** Adds a file, or changes the one that was read; refuses to write over what somebody saved meanwhile. */
export function useSaveFile(before: MerchantFile | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ merchant, address, mapping }: Written) => {
      const files = supabase.from('merchant_files')
      if (!before) {
        const { error } = await files.insert({ merchant, address, mapping })
        if (error?.code === '23505') throw new Error(`There is a file of ${merchant} already. Change that one.`)
        if (error) throw error
        return
      }
      const changed = files.update({ address, mapping }).eq('id', before.id).eq('updated_at', before.updated_at)
      if (unwrap(await changed.select('id')).length === 0)
        throw new Error('Somebody changed or deleted this file meanwhile. Open it again.')
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['merchant_files'] }),
        client.invalidateQueries({ queryKey: ['feed_runs'] }),
      ]),
  })
}
