import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '#design/toasts.ts'
import { formatAsOf } from '#domain/dates.ts'
import { supabase, unwrap } from '../../client.ts'
import { saveFile } from '../../save-file.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'

/** What is kept of one address, for whoever asks about their data, and its erasure. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const address = params.get('address') ?? ''
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setParams({ address: String(new FormData(event.currentTarget).get('address') ?? '').trim() })
  }
  return (
    <>
      <title>Personal Data | Admin Dashboard</title>
      <h1 className={page.title}>Personal Data</h1>
      <form className={page.ask} onSubmit={look} key={address}>
        <Field label="Email address" name="address" type="email" required maxLength={320} defaultValue={address} />
        <button type="submit" className={controls.button}>
          Look up
        </button>
      </form>
      {address !== '' && <Kept key={address} address={address} />}
    </>
  )
}

function Kept({ address }: { address: string }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const query = useQuery({
    queryKey: ['personal-data', address],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('find_address', { address }).abortSignal(signal))
      return rows.filter(({ found }) => found > 0)
    },
  })
  const erase = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('erase_address', { address })),
    onSuccess: () => toast('success', 'Everything of this address is erased'),
    onError: (error) => toast('error', `Failed to erase the address: ${error.message}`),
    onSettled: () => query.refetch(),
  })
  const copy = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('copy_address', { address })),
    onSuccess: (made) => saveFile('personal-data.json', JSON.stringify(made, null, 2), 'application/json'),
    onError: (error) => toast('error', `Failed to copy the data: ${error.message}`),
  })
  return (
    <Section title="What is kept" note={address}>
      <QueryState query={query} failure="Error looking the address up" empty="Nothing is kept of this address.">
        {(rows) => (
          <>
            <ScrollTable label="What is kept">
              <thead>
                <tr>
                  <th>What</th>
                  <th>How many</th>
                  <th>Since</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ kept, found, oldest }) => (
                  <tr key={kept}>
                    <td>{kept}</td>
                    <td>{found}</td>
                    <td>{formatAsOf(oldest)}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollTable>
            <SectionBody>
              <div className={page.row}>
                <button
                  type="button"
                  className={controls.button}
                  data-quiet=""
                  disabled={copy.isPending}
                  onClick={() => copy.mutate()}
                >
                  Download a copy
                </button>
                <button
                  type="button"
                  className={controls.button}
                  disabled={erase.isPending}
                  onClick={() =>
                    setQuestion({
                      title: 'Erase this address?',
                      text: `Everything that is kept of ${address} is deleted and cannot be brought back. An account of the back office stays: delete it in Users.`,
                      action: 'Erase',
                      onConfirm: () => erase.mutate(),
                    })
                  }
                >
                  Erase
                </button>
              </div>
            </SectionBody>
          </>
        )}
      </QueryState>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </Section>
  )
}
