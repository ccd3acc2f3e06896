import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './feeds.module.css'
import { type MerchantFile, merchantFiles } from './files-queries.ts'

/** Merchants' own files: each is a feed of the monitor, with its times and runs. */
export function Component() {
  const query = useQuery(merchantFiles)
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const remove = useMutation({
    mutationFn: async ({ id }: MerchantFile) => unwrap(await supabase.from('merchant_files').delete().eq('id', id)),
    onSuccess: (_none, { merchant }) => toast('success', `The file of ${merchant} is read no more`),
    onError: ({ message }) => toast('error', message),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['merchant_files'] }),
        client.invalidateQueries({ queryKey: ['feed_runs'] }),
      ]),
  })
  const ask = (file: MerchantFile) =>
    setQuestion({
      title: `Read the file of ${file.merchant} no more?`,
      text: 'Its runs stay in the history, and its products in the shop until their prices are too old or you hide them.',
      action: 'Delete',
      onConfirm: () => remove.mutate(file),
    })
  return (
    <>
      <title>Merchants’ files | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Merchants’ own files</h1>
        <div className={page.row}>
          <Link className={controls.link} to="/feeds">
            Feeds
          </Link>
          <Link className={controls.button} to="/feeds/files/new">
            <Plus size={16} aria-hidden /> Add file
          </Link>
        </div>
      </div>
      <Section title="Files" note="CSV, JSON or XML at an address; run and timed with the other feeds">
        <QueryState query={query} failure="Error loading files" empty="No merchant’s own file is read.">
          {(files) => (
            <ul className={styles.list}>
              {files.map((file) => (
                <li key={file.id} aria-label={file.merchant}>
                  <div>
                    <h2 className={styles.name}>{file.merchant}</h2>
                    <p className={page.soft}>{new URL(file.address).host}</p>
                  </div>
                  <div className={styles.actions}>
                    <Link
                      className={controls.link}
                      to={`/feeds/files/${file.id}`}
                      aria-label={`Edit the file of ${file.merchant}`}
                    >
                      Edit
                    </Link>
                    <button
                      type="button"
                      className={controls.link}
                      aria-label={`Delete the file of ${file.merchant}`}
                      onClick={() => ask(file)}
                    >
                      Delete
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </Section>
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}
