import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { columnWord } from '#domain/column-words.ts'
import { supabase, unwrap } from '../../client.ts'
import * as controls from '../../ui/controls.module.css'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './csv.module.css'
import { type ImportResult, importRun, saveRefusedRows } from './csv-queries.ts'

interface CsvRunProps {
  id: string
  title: string
  table: string
  upload: string
  canUndo?: boolean
  /** Below the result of a run that succeeded. */
  children?: (result: ImportResult) => ReactNode
}

/** One run of the job: its progress, and then what it did or would do. */
export function CsvRun({ id, title, table, upload, canUndo, children }: CsvRunProps) {
  const { data: run, error } = useQuery(importRun(id))
  const cancel = useMutation({
    mutationFn: async () => unwrap(await supabase.rpc('cancel_job', { run_id: id })),
    onError: (failed) => toast('error', failed.message),
  })
  if (!run || run.isUnderWay) {
    return (
      <Section title={title}>
        <div className={styles.step}>
          <p role={error ? 'alert' : 'status'}>
            {error ? `Error loading job: ${error.message}` : `${run?.phase ?? 'Waiting'}... ${progressOf(run)}`}
          </p>
          <progress
            className={controls.progress}
            aria-label={title}
            value={run?.done ?? 0}
            max={Math.max(1, run?.total ?? 1)}
          />
          <p>
            <button type="button" className={controls.button} data-quiet="" onClick={() => cancel.mutate()}>
              Cancel
            </button>
          </p>
        </div>
      </Section>
    )
  }
  return (
    <Section title={title}>
      <div className={styles.step}>
        {run.told ? (
          <Told result={run.told} table={table} upload={upload} />
        ) : (
          <p role="alert">{run.message ?? run.status}</p>
        )}
        <p className={styles.actions}>
          {run.told && children?.(run.told)}
          {canUndo && run.done > 0 && <Undo changeSet={run.change_set} />}
          {canUndo && (
            <Link className={controls.link} to={`/activity?change_set=${run.change_set}`}>
              What it changed
            </Link>
          )}
        </p>
      </div>
    </Section>
  )
}

const progressOf = (run: { done: number; total: number | null } | undefined): string =>
  run?.total ? `${run.done.toLocaleString('en-US')} of ${run.total.toLocaleString('en-US')}` : ''

function Told({ result, table, upload }: { result: ImportResult; table: string; upload: string }) {
  const { samples } = result
  return (
    <>
      <p role="status">
        {`${count(result.new)} new, ${count(result.changed)} changed, ${count(result.unchanged)} unchanged, ${count(result.refused)} refused`}
      </p>
      {samples.new.length > 0 && (
        <p>
          New: {samples.new.map(({ line, name }) => name || `line ${line}`).join(', ')}
          {result.new > samples.new.length && ' …'}
        </p>
      )}
      {samples.merchants.length > 0 && (
        <p>
          {`There is no merchant of ${samples.merchants.length === 1 ? 'this name' : 'these names'} yet: ${samples.merchants.join(', ')}. `}
          {samples.merchants.length === 1
            ? 'If it is not misspelt, it is added with its products, under the strictest rules.'
            : 'Those that are not misspelt are added with their products, under the strictest rules.'}
        </p>
      )}
      {samples.changed.length > 0 && (
        <ScrollTable label="Changed rows">
          <thead>
            <tr>
              <th>Row</th>
              <th>Field</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {samples.changed.flatMap(({ line, name, changes }) =>
              changes.map(({ column, before, after }) => (
                <tr key={`${line} ${column}`}>
                  <td>{name || `Line ${line}`}</td>
                  <td>{columnWord(table, column)}</td>
                  <td className={styles.sample}>{before || '–'}</td>
                  <td className={styles.sample}>{after || '–'}</td>
                </tr>
              )),
            )}
          </tbody>
        </ScrollTable>
      )}
      {samples.refused.length > 0 && (
        <>
          <ul className={styles.refused} aria-label="Refused rows">
            {samples.refused.map(({ line, reason }) => (
              <li key={line}>{`Line ${line}: ${reason}`}</li>
            ))}
          </ul>
          <p>
            <button
              type="button"
              className={controls.link}
              onClick={() => saveRefusedRows(upload).catch((error: unknown) => toast('error', String(error)))}
            >
              Download the refused rows
            </button>
          </p>
        </>
      )}
    </>
  )
}

const count = (rows: number): string => rows.toLocaleString('en-US')

function Undo({ changeSet }: { changeSet: string }) {
  const undo = useMutation({
    mutationFn: async () =>
      unwrap(await supabase.rpc('start_job', { kind_param: 'undo-change-set', args_param: { change_set: changeSet } })),
    onSuccess: () => toast('success', 'The import is being undone'),
    onError: (error) => toast('error', `Failed to undo the import: ${error.message}`),
  })
  return (
    <button
      type="button"
      className={controls.button}
      data-quiet=""
      disabled={undo.isPending || undo.isSuccess}
      onClick={() => undo.mutate()}
    >
      Undo the import
    </button>
  )
}
