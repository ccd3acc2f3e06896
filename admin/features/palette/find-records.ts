import { supabase, unwrap } from '../../client.ts'
import { containing } from '../../list/keyset.ts'
import { recordOf } from '../notifications/notifications-query.ts'
import type { Command } from './commands.ts'

/** Of each kind: with more, the screens would not be seen any more. */
const FEW = 5

/** Records with these words, each with the way to its form. */
export async function findRecords(typed: string, isAdmin: boolean, signal: AbortSignal): Promise<readonly Command[]> {
  const [products, merchants, collections, waiting, messages] = await Promise.all([
    supabase.rpc('staff_products', { filters: { search: typed }, page_size: FEW }).abortSignal(signal),
    supabase
      .from('merchants')
      .select('id, name')
      .or(containing('name', typed))
      .order('name')
      .limit(FEW)
      .abortSignal(signal),
    supabase.from('collections').select('id, title').or(containing('title', typed)).limit(FEW).abortSignal(signal),
    supabase
      .from('notifications')
      .select('table_name, row_key, title')
      .or(containing('title', typed))
      .order('created_at', { ascending: false })
      .limit(FEW)
      .abortSignal(signal),
    isAdmin
      ? supabase
          .from('contact_messages')
          .select('id, subject')
          .or(containing('subject', typed))
          .order('created_at', { ascending: false })
          .limit(FEW)
          .abortSignal(signal)
      : null,
  ])
  return [
    ...unwrap(products).map(({ id, product_name }) => record('product', id, product_name, 'products')),
    ...unwrap(merchants).map(({ id, name }) => record('merchant', id, name, 'merchants')),
    ...unwrap(collections).map(({ id, title }) => record('collection', id, title, 'collections')),
    ...unwrap(waiting).map((told) => ({
      ...record('notification', told.row_key, told.title, ''),
      to: recordOf(told),
    })),
    ...(messages ? unwrap(messages).map(({ id, subject }) => record('message', id, subject, 'messages')) : []),
  ]
}

const record = (kind: string, id: string | number, label: string, screen: string): Command => ({
  id: `${kind}-${id}`,
  label,
  group: 'Records',
  note: kind,
  to: `/${screen}?edit=${id}`,
  for: 'editor',
})
