import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#design/toasts.ts'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import * as controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'

type Mail = Database['public']['Functions']['read_outbox']['Returns'][number]

/** As many as the server gives. */
const MOST = 500

const outbox: Omit<ListDefinition<Mail>, 'columns'> = {
  table: 'outbox',
  title: 'Outbox',
  noun: ['mail', 'mails'],
  sorts: [{ value: 'newest', label: 'Newest first' }],
  idOf: ({ id }) => id,
  nameOf: ({ subject, recipient }) => `${subject} to ${recipient}`,
  cursorOf: ({ id, created_at }) => ({ id, value: created_at }),
  // One request gives them all: the next page is empty.
  fetchPage: async ({ after, signal }) =>
    after ? [] : unwrap(await supabase.rpc('read_outbox', { max_rows: MOST }).abortSignal(signal)),
  count: async ({ signal }) => unwrap(await supabase.rpc('read_outbox', { max_rows: MOST }).abortSignal(signal)).length,
  cap: MOST - 1,
  empty: 'No mail was written yet.',
}

/** Mails and text messages of the shop: without a mail server they wait here, for admins to read. */
export function Component() {
  const [open, setOpen] = useState<Mail | null>(null)
  const read = useMutation({
    mutationFn: async (id: string) => {
      const mails = unwrap(await supabase.rpc('read_outbox', { max_rows: MOST, prove: true }))
      return mails.find((mail) => mail.id === id)
    },
    onSuccess: (mail) => mail && setOpen(mail),
    onError: ({ message }) => toast('error', `Failed to read the message: ${message}`),
  })
  return (
    <>
      <ListView
        definition={{ ...outbox, columns }}
        actions={(row) => (
          <button
            type="button"
            className={controls.link}
            aria-label={`Read ${row.subject}`}
            onClick={() => setOpen(row)}
          >
            Read
          </button>
        )}
      />
      {open && (
        <Dialog title={open.subject || open.kind} open onClose={() => setOpen(null)}>
          <dl className={page.facts}>
            <dt>To</dt>
            <dd>{open.recipient}</dd>
            <dt>Written</dt>
            <dd>{formatAsOf(open.created_at)}</dd>
            <dt>State</dt>
            <dd>{open.sent_at ? `Sent ${formatAsOf(open.sent_at)}` : (open.last_error ?? 'Waiting')}</dd>
          </dl>
          <p className={page.text}>{open.body_text}</p>
          {open.needs_proof && (
            <button
              type="button"
              className={controls.button}
              disabled={read.isPending}
              onClick={() => read.mutate(open.id)}
            >
              Enter password
            </button>
          )}
        </Dialog>
      )}
    </>
  )
}

const columns: ListDefinition<Mail>['columns'] = [
  { key: 'subject', label: 'Subject', width: 16.5, onPhone: true, cell: ({ subject, kind }) => subject || kind },
  { key: 'recipient', label: 'To', width: 14, cell: ({ recipient }) => recipient },
  { key: 'kind', label: 'Kind', width: 9, cell: ({ kind }) => kind },
  { key: 'created_at', label: 'Written', width: 10, cell: ({ created_at }) => formatAsOf(created_at) },
  {
    key: 'state',
    label: 'State',
    width: 9,
    cell: ({ sent_at, last_error }) => (
      <span
        className={controls.badge}
        data-tone={sent_at ? 'green' : last_error ? 'red' : 'amber'}
        title={last_error ?? undefined}
      >
        {sent_at ? 'Sent' : last_error ? 'Failed' : 'Waiting'}
      </span>
    ),
  },
]
