import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { formatPrice } from '#domain/money.ts'
import { safeAddress } from '#domain/safe-address.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import type { FormField } from '../../record/fields.ts'
import { RecordDialog } from '../../record/record-dialog.tsx'
import { useOpenRecord } from '../../record/use-open-record.ts'
import { optionalImage, required, webAddress } from '../../record/values.ts'
import * as controls from '../../ui/controls.module.css'
import { z } from '../../zod.ts'

type Retailer = Database['public']['Tables']['amazon_products']['Row']

const retailerProducts: Omit<ListDefinition<Retailer>, 'columns'> = {
  table: 'amazon_products',
  title: 'Retailer Products',
  noun: ['retailer product', 'retailer products'],
  searchLabel: 'Title or ASIN',
  filters: [
    { key: 'category', label: 'Category', kind: 'word' },
    {
      key: 'rating_source',
      label: 'Score by',
      kind: 'choice',
      choices: [
        { value: 'editorial', label: 'Our editors' },
        { value: 'api', label: 'Amazon' },
      ],
    },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  nameOf: ({ product_title }) => product_title,
  ...tableList<Retailer>({
    rows: () => supabase.from('amazon_products').select('*'),
    counted: () => supabase.from('amazon_products').select('id', { count: 'exact', head: true }),
    orders: { newest: ['id', false], oldest: ['id', true] },
    search: ['product_title', 'asin'],
  }),
  empty: 'There is no product of a retailer yet. Add the first one.',
}

const fields: readonly FormField[] = [
  { key: 'product_title', label: 'Title', kind: 'text', maxLength: 500 },
  { key: 'category', label: 'Category', kind: 'text', maxLength: 200 },
  { key: 'product_url', label: 'Affiliate link', kind: 'text' },
  {
    key: 'asin',
    label: 'ASIN',
    kind: 'text',
    maxLength: 10,
    hint: 'Ten letters and digits. Empty when it is not known.',
  },
  {
    key: 'rating',
    label: 'Our score',
    kind: 'number',
    hint: 'From 0 to 5, by our editors. Amazon’s own ratings come from its service alone.',
  },
  { key: 'image_url', label: 'Image address', kind: 'text', hint: 'Amazon allows no copies of its images.' },
]

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

/** Products at retailers that are listed by a score of our own. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  return (
    <>
      <ListView
        definition={{ ...retailerProducts, columns: columns(linkTo) }}
        head={
          <Link className={controls.button} to={linkTo('new')}>
            <Plus size={16} aria-hidden="true" /> Add product
          </Link>
        }
        actions={(row) => (
          <>
            <Link className={controls.link} to={linkTo(String(row.id))} aria-label={`Edit ${row.product_title}`}>
              Edit
            </Link>
            <a
              className={controls.link}
              href="/amazon-deals"
              target="_blank"
              rel="noreferrer"
              aria-label={`View on site: ${row.product_title}`}
            >
              View on site
            </a>
          </>
        )}
      />
      {open && (
        <RecordDialog
          key={open}
          table="amazon_products"
          noun="Retailer product"
          id={open}
          fields={fields}
          schema={schema}
          load={load}
          save={save}
          done={open === 'new' ? 'Retailer product added' : 'Retailer product updated'}
          failure="Failed to update retailer product"
          onClose={close}
        />
      )}
    </>
  )
}

function columns(linkTo: (id: string) => string): ListDefinition<Retailer>['columns'] {
  return [
    {
      key: 'title',
      label: 'Product',
      width: 24,
      onPhone: true,
      sorts: ['newest', 'oldest'],
      cell: (row) => (
        <Link className={controls.link} to={linkTo(String(row.id))} title={row.product_title}>
          {row.product_title}
        </Link>
      ),
    },
    { key: 'category', label: 'Category', width: 10, cell: ({ category }) => category },
    { key: 'rating', label: 'Score', width: 6, isNumber: true, cell: ({ rating }) => rating ?? '–' },
    {
      key: 'price',
      label: 'Price',
      width: 7,
      isNumber: true,
      cell: ({ price, currency }) => formatPrice(price, currency) ?? '–',
    },
    { key: 'asin', label: 'ASIN', width: 8, cell: ({ asin }) => asin ?? '–' },
    { key: 'marketplace', label: 'Marketplace', width: 10, isExtra: true, cell: ({ marketplace }) => marketplace },
    {
      key: 'link',
      label: 'Affiliate link',
      width: 14,
      isExtra: true,
      cell: ({ product_url }) => (
        <a
          className={controls.link}
          href={safeAddress(product_url) ?? undefined}
          target="_blank"
          rel="noreferrer nofollow"
        >
          {product_url}
        </a>
      ),
    },
  ]
}

async function load(id: string): Promise<Retailer | null> {
  return unwrap(await supabase.from('amazon_products').select('*').eq('id', Number(id)))[0] ?? null
}

async function save(values: z.output<typeof schema>, row: Retailer | null): Promise<Retailer | null> {
  if (row === null) {
    unwrap(await supabase.from('amazon_products').insert(values))
    return null
  }
  // A score that somebody typed is ours, whoever gave the one before.
  const changes = { ...values, ...(values.rating !== row.rating && { rating_source: 'editorial' }) }
  const request = supabase.from('amazon_products').update(changes).eq('id', row.id).eq('updated_at', row.updated_at)
  if (unwrap(await request.select('id')).length > 0) return null
  const stored = await load(String(row.id))
  if (!stored) throw new Error('it was deleted while you had it open')
  return stored
}
