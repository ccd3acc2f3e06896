import { supabase, unwrap } from '../../client.ts'
import { fieldsOf } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { optional, optionalImage, required } from '../../record/values.ts'
import { z } from '../../zod.ts'
import type { Tile } from './collection-queries.ts'

export const TileDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="collections"
    noun="Collection"
    id={id}
    fields={fields}
    schema={schema}
    load={load}
    save={save}
    done={id === 'new' ? 'Collection added' : 'Collection updated'}
    failure={id === 'new' ? 'Failed to add collection' : 'Failed to update collection'}
    onClose={onClose}
  />
)

const fields = fieldsOf('collections', [
  { key: 'title', kind: 'text', maxLength: 200 },
  { key: 'subtitle', kind: 'text', maxLength: 300 },
  { key: 'path', kind: 'text', maxLength: 500, hint: 'A path of this site, such as /shop/balms.' },
  { key: 'image_url', kind: 'text' },
  { key: 'is_active', kind: 'check' },
])

const schema = z.object({
  title: required('Title', 200),
  subtitle: optional(300),
  path: required('Leads to', 500).refine(
    (path) => /^\/([^/\\]|$)/.test(path),
    'A path of this site, which begins with one slash',
  ),
  image_url: optionalImage,
  is_active: z.boolean(),
})

async function load(id: string): Promise<Tile | null> {
  return unwrap(await supabase.from('collections').select('*').eq('id', id))[0] ?? null
}

/** A new tile comes last. */
async function save(values: z.output<typeof schema>, row: Tile | null): Promise<Tile | null> {
  if (row) return await saveOver({ table: 'collections', key: row.id, row, values, load })
  const last = unwrap(
    await supabase.from('collections').select('display_order').order('display_order', { ascending: false }).limit(1),
  )[0]
  unwrap(await supabase.from('collections').insert({ ...values, display_order: (last?.display_order ?? -1) + 1 }))
  return null
}
