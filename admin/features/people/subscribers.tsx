import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/toasts.ts'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'

type Subscriber = Database['public']['Tables']['newsletter_subscribers']['Row']

const TONES: Record<string, string> = { pending: 'amber', confirmed: 'green' }

const subscribers: ListDefinition<Subscriber> = {
  table: 'newsletter_subscribers',
  title: 'Newsletter Subscribers',
  noun: ['subscriber', 'subscribers'],
  searchLabel: 'Email',
  filters: [
    {
      key: 'status',
      label: 'State',
      kind: 'choice',
      choices: [
        { value: 'confirmed', label: 'Confirmed' },
        { value: 'pending', label: 'Not confirmed yet' },
        { value: 'unsubscribed', label: 'Unsubscribed' },
      ],
    },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  nameOf: ({ email }) => email,
  columns: [
    { key: 'email', label: 'Email', width: 18, onPhone: true, cell: ({ email }) => email },
    {
      key: 'status',
      label: 'State',
      width: 9,
      cell: ({ status }) => (
        <span className={controls.badge} data-tone={TONES[status]}>
          {status}
        </span>
      ),
    },
    {
      key: 'created_at',
      label: 'Signed up',
      width: 10,
      sorts: ['newest', 'oldest'],
      cell: ({ created_at }) => formatAsOf(created_at),
    },
    { key: 'source_page', label: 'On page', width: 10, cell: ({ source_page }) => source_page },
    { key: 'consent_text', label: 'Consent', width: 18, isExtra: true, cell: ({ consent_text }) => consent_text },
    {
      key: 'consented_at',
      label: 'Consent given',
      width: 10,
      isExtra: true,
      cell: ({ consented_at }) => formatAsOf(consented_at),
    },
    {
      key: 'last_email_at',
      label: 'Last email',
      width: 10,
      cell: ({ last_email_at }) => (last_email_at ? formatAsOf(last_email_at) : 'None yet'),
    },
  ],
  ...tableList<Subscriber>({
    rows: () => supabase.from('newsletter_subscribers').select('*'),
    counted: () => supabase.from('newsletter_subscribers').select('id', { count: 'exact', head: true }),
    orders: { newest: ['created_at', false], oldest: ['created_at', true] },
    search: ['email'],
    csv: [],
  }),
  empty: 'Nobody has signed up yet.',
}

/** Who signed up for the newsletter, with the proof of consent. */
export function Component() {
  const [question, setQuestion] = useState<Question | null>(null)
  const erase = useErase()
  return (
    <>
      <ListView
        definition={subscribers}
        actions={({ email }) => (
          <button
            type="button"
            className={controls.link}
            aria-label={`Erase ${email}`}
            onClick={() =>
              setQuestion({
                title: 'Erase this address?',
                text: `Everything that is kept of ${email} is deleted: the subscription, its consent, price alerts, messages and mails that wait. It cannot be brought back.`,
                action: 'Erase',
                onConfirm: () => erase.mutate(email),
              })
            }
          >
            Erase
          </button>
        )}
      />
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}

function useErase() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (address: string) => unwrap(await supabase.rpc('erase_address', { address })),
    onSuccess: () => toast('success', 'Everything of this address is erased'),
    onError: (error) => toast('error', `Failed to erase the address: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['newsletter_subscribers'] }),
  })
}
