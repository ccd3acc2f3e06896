import { useQuery } from '@tanstack/react-query'
import { supabase, unwrap } from '../../client.ts'
import type { FormField } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { saveOver } from '../../record/save-over.ts'
import { amount } from '../../record/values.ts'
import { z } from '../../zod.ts'
import { NETWORKS, type Selection } from './selection-words.ts'

/** Which offers of a network, a programme or a list the shop takes. */
export const SelectionDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog
    table="feed_selections"
    noun="Selection"
    id={id}
    fields={fields}
    schema={schema}
    load={load}
    save={save}
    done="Selection saved: the next run goes by it"
    failure="Failed to save the selection"
    onClose={onClose}
  />
)

/** The programme's name, once it was imported: an id says nothing to whoever reads it. */
function ProgrammeNotice({ value }: { value: string }) {
  const { data } = useQuery({
    queryKey: ['programmes', value],
    enabled: value.trim() !== '',
    queryFn: async ({ signal }) => {
      const named = supabase.from('programmes').select('name, network_id').eq('external_id', value.trim())
      return unwrap(await named.limit(5).abortSignal(signal))
    },
  })
  if (!data || value.trim() === '') return null
  return (
    <p role="status">{data.map(({ name }) => name).join(', ') || 'No programme of this id has been imported yet.'}</p>
  )
}

const several = (key: string, label: string, hint: string): FormField => ({ key, label, kind: 'long', hint })

const fields: readonly FormField[] = [
  { key: 'network_id', label: 'Network', kind: 'choice', choices: NETWORKS },
  {
    ...{ key: 'programme_id', label: 'Programme', kind: 'text', maxLength: 120, Notice: ProgrammeNotice },
    hint: 'The network’s own id of it. Empty: every programme that has no selection of its own.',
  },
  {
    ...{ key: 'feed_id', label: 'List', kind: 'text', maxLength: 120 },
    hint: 'The network’s own id of one list of the programme. Empty: all of them.',
  },
  {
    ...{ key: 'is_on', label: 'What is taken', kind: 'choice', hint: 'Of nothing, what is there leaves the shop.' },
    choices: [
      { value: 'true', label: 'What fits below' },
      { value: 'false', label: 'Nothing' },
    ],
  },
  several('categories', 'Categories', 'Of this shop, with commas between. Empty: all.'),
  several('brands', 'Brands', 'With commas between. Empty: all.'),
  several('without_brands', 'Not these brands', 'With commas between.'),
  several(
    'words',
    'Words',
    'Whole words or phrases, one of which stands in the name, brand or category. Empty: none need.',
  ),
  several('without_words', 'Not these words', 'Whole words or phrases, with commas between.'),
  { key: 'min_price', label: 'Price from', kind: 'number', hint: 'In the offer’s own currency.' },
  { key: 'max_price', label: 'Price up to', kind: 'number' },
  {
    ...{ key: 'max_rows', label: 'Offers at most', kind: 'number' },
    hint: 'Offers that are in the shop stay before new ones come.',
  },
  {
    ...{ key: 'currencies', label: 'Currencies beside the shop’s own', kind: 'text', maxLength: 200 },
    hint: 'Such as EUR, GBP. Offers in any other are left out.',
  },
]

const texts = z.string().transform((text) => [
  ...new Set(
    text
      .split(/[,\n]+/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
])

const schema = z
  .object({
    network_id: z.enum(['awin', 'cj', 'sovrn', 'file']),
    programme_id: z.string().trim(),
    feed_id: z.string().trim(),
    is_on: z.enum(['true', 'false']).transform((text) => text === 'true'),
    ...{ categories: texts, brands: texts, without_brands: texts, words: texts, without_words: texts },
    ...{ min_price: amount, max_price: amount },
    max_rows: amount.refine(
      (count) => count === null || (Number.isInteger(count) && count > 0),
      'A whole number from 1',
    ),
    currencies: texts
      .transform((codes) => codes.map((code) => code.toUpperCase()))
      .refine((codes) => codes.every(isCurrency), 'Codes of three letters that are currencies, such as EUR'),
  })
  .superRefine(({ programme_id, feed_id, min_price, max_price }, { addIssue }) => {
    if (feed_id !== '' && programme_id === '')
      addIssue({ code: 'custom', path: ['programme_id'], message: 'Which programme is the list of?' })
    if (min_price !== null && max_price !== null && max_price < min_price)
      addIssue({ code: 'custom', path: ['max_price'], message: 'Not less than the price it begins at' })
  })

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

async function load(id: string): Promise<Selection | null> {
  return unwrap(await supabase.from('feed_selections').select('*').eq('id', Number(id)))[0] ?? null
}

async function save(values: z.output<typeof schema>, row: Selection | null): Promise<Selection | null> {
  if (row) return await saveOver({ table: 'feed_selections', key: String(row.id), row, values, load })
  const { error } = await supabase.from('feed_selections').insert(values)
  if (error?.code === '23505') throw new Error('there is a selection for this already. Change that one.')
  unwrap({ data: null, error })
  return null
}
