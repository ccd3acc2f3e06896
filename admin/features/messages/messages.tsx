import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Database } from '#domain/database.types.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import type { ListDefinition } from '../../list/list-definition.ts'
import { ListView } from '../../list/list-view.tsx'
import { tableList } from '../../list/narrow.ts'
import { useRowChange } from '../../list/use-row-change.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { ShownSwitch } from '../../ui/shown-switch.tsx'

type Message = Database['public']['Tables']['contact_messages']['Row']

const messages: Omit<ListDefinition<Message>, 'columns'> = {
  table: 'contact_messages',
  title: 'Messages',
  noun: ['message', 'messages'],
  searchLabel: 'Name, email or subject',
  filters: [
    {
      key: 'handled',
      label: 'State',
      kind: 'choice',
      choices: [
        { value: 'no', label: 'Not handled' },
        { value: 'yes', label: 'Handled' },
      ],
    },
  ],
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  nameOf: ({ subject }) => subject,
  ...tableList<Message>({
    rows: () => supabase.from('contact_messages').select('*'),
    counted: () => supabase.from('contact_messages').select('id', { count: 'exact', head: true }),
    orders: { newest: ['created_at', false], oldest: ['created_at', true] },
    search: ['name', 'email', 'subject'],
    csv: [],
    special: { handled: { no: ['handled_at', 'is', null], yes: ['handled_at', 'not.is', null] } },
  }),
  empty: 'Nobody has written yet.',
}

/** What visitors wrote through the contact form: read, answered by mail, and marked as handled. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const handle = useHandle()
  return (
    <>
      <ListView
        definition={{ ...messages, columns: columns(linkTo, handle) }}
        actions={(row) => (
          <a className={controls.link} href={answerTo(row)} aria-label={`Answer ${row.name}`}>
            Answer
          </a>
        )}
      />
      {open && <MessageDialog id={open} onClose={close} />}
    </>
  )
}

function useHandle() {
  const change = useRowChange(messages, 'Failed to update message')
  return (row: Message, isHandled: boolean) =>
    change({
      row,
      change: { handled_at: isHandled ? new Date().toISOString() : null },
      save: async (changes) =>
        unwrap(await supabase.from('contact_messages').update(changes).eq('id', row.id).select('id').single()),
      done: isHandled ? 'Message handled' : 'Message is open again',
    })
}

function columns(
  linkTo: (id: string) => string,
  handle: (row: Message, isHandled: boolean) => void,
): ListDefinition<Message>['columns'] {
  return [
    {
      key: 'subject',
      label: 'Subject',
      width: 17,
      onPhone: true,
      cell: (row) => (
        <Link className={controls.link} to={linkTo(row.id)}>
          {row.subject}
        </Link>
      ),
    },
    { key: 'name', label: 'From', width: 9, cell: ({ name }) => name },
    { key: 'email', label: 'Email', width: 13, cell: ({ email }) => email },
    {
      key: 'created_at',
      label: 'Received',
      width: 10,
      sorts: ['newest', 'oldest'],
      cell: ({ created_at }) => formatAsOf(created_at),
    },
    {
      key: 'handled',
      label: 'State',
      width: 8,
      cell: (row) => (
        <ShownSwitch
          label={row.subject}
          state={['is handled', 'Handled', 'Open']}
          isShown={row.handled_at !== null}
          onChange={(isHandled) => handle(row, isHandled)}
        />
      ),
    },
  ]
}

function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['contact_messages', 'one', id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase.from('contact_messages').select('*').eq('id', id).abortSignal(signal))[0] ?? null,
  })
  const message = query.data
  return (
    <Dialog title={message?.subject ?? 'Message'} open onClose={onClose}>
      {message ? (
        <>
          <dl className={page.facts}>
            <dt>From</dt>
            <dd>{message.name}</dd>
            <dt>Email</dt>
            <dd>{message.email}</dd>
            <dt>Received</dt>
            <dd>{formatAsOf(message.created_at)}</dd>
          </dl>
          <p className={page.text}>{message.message}</p>
          <p>
            <a className={controls.button} href={answerTo(message)}>
              Answer by mail
            </a>
          </p>
        </>
      ) : query.error ? (
        <p className={controls.error} role="alert">
          Error loading message: {query.error.message}
        </p>
      ) : (
        <p role="status">{query.isPending ? 'Loading...' : 'There is no such message. It may be deleted.'}</p>
      )}
    </Dialog>
  )
}

const answerTo = ({ email, subject }: Message): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
