import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { CSV_LIMITS_IN_WORDS } from '#domain/csv-limits.ts'
import { mayPass } from '../../call-function.ts'
import * as controls from '../../ui/controls.module.css'
import { FileField } from '../../ui/file-field.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import * as page from '../../ui/page.module.css'
import { Section } from '../../ui/section.tsx'
import * as styles from './csv.module.css'
import { CsvMapping } from './csv-mapping.tsx'
import { type ImportOrder, startImport, tooLarge, type Uploaded, uploadCsv } from './csv-queries.ts'
import { CsvRun } from './csv-run.tsx'
import { CSV_TABLES } from './csv-tables.ts'
import { useStoredImport } from './stored-import.ts'

/** CSV in: a file, what its columns mean, the difference it would make, and then the job that writes it. */
export function Component() {
  const { table = '' } = useParams()
  const target = CSV_TABLES[table]
  if (!target) return <NotFound />
  return (
    <>
      <title>{`Import ${target.title} | Admin Dashboard`}</title>
      <div className={page.bar}>
        <h1 className={page.title}>Import {target.title}</h1>
        <Link className={controls.link} to={target.list}>
          Back to the list
        </Link>
      </div>
      <Steps key={table} table={table} />
    </>
  )
}

const NOTHING = { file: null, order: null, compared: null, written: null }

function Steps({ table }: { table: string }) {
  const [stored, store] = useStoredImport(table)
  const { file, order, compared, written } = stored ?? NOTHING
  // Two presses within one moment are one, though the button is not drawn again between them.
  const isStarting = useRef(false)
  const start = useMutation({
    mutationFn: startImport,
    onSettled: () => {
      isStarting.current = false
    },
    onSuccess(id, wanted) {
      if (stored?.file.upload !== wanted.upload) return
      store(wanted.dry_run ? { ...stored, order: wanted, compared: id, written: null } : { ...stored, written: id })
    },
  })
  const begin = (wanted: ImportOrder) => {
    if (isStarting.current) return
    isStarting.current = true
    start.mutate(wanted)
  }
  return (
    <>
      <ChooseFile table={table} before={file} onFile={(next) => store(next && { ...NOTHING, file: next })} />
      {file && (
        <CsvMapping
          key={file.upload}
          table={table}
          file={file}
          chosenBefore={stored?.match}
          isBusy={start.isPending}
          onChange={(mapping, match) => store({ ...NOTHING, file: { ...file, mapping }, match })}
          onCompare={(wanted) => {
            if (stored) store({ ...stored, order: wanted, compared: null, written: null })
            begin(wanted)
          }}
        />
      )}
      {start.error && (
        <p className={controls.error} role="alert">
          The job could not be started: {start.error.message}
        </p>
      )}
      {file && order && compared && (
        <CsvRun key={compared} id={compared} title="What would change" table={table} upload={file.upload}>
          {({ new: added, changed }) =>
            written === null && (
              <button
                type="button"
                className={controls.button}
                disabled={start.isPending || added + changed === 0}
                onClick={() => begin({ ...order, dry_run: false })}
              >
                {added + changed === 0
                  ? 'Nothing to import'
                  : `Import ${(added + changed).toLocaleString('en-US')} rows`}
              </button>
            )
          }
        </CsvRun>
      )}
      {file && written && (
        <CsvRun key={written} id={written} title="Import" table={table} upload={file.upload} canUndo />
      )}
    </>
  )
}

interface ChooseFileProps {
  table: string
  /** Chosen before a reload. */
  before: Uploaded | null
  onFile: (file: Uploaded | null) => void
}

function ChooseFile({ table, before, onFile }: ChooseFileProps) {
  const send = useMutation({
    mutationFn: async (file: File) => {
      const refusal = await tooLarge(file)
      if (refusal !== null) throw new Error(refusal)
      return uploadCsv(table, file)
    },
    onMutate: () => onFile(null),
    onSuccess: onFile,
  })
  const file = send.isIdle ? before : (send.data ?? null)
  return (
    <Section
      title="File"
      note={`CSV in UTF-8 with the names of the columns in the first line; up to ${CSV_LIMITS_IN_WORDS}`}
    >
      <div className={styles.step}>
        <FileField
          label="CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          chosen={send.variables?.name ?? before?.name ?? null}
          disabled={send.isPending}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // The same file, corrected, can be chosen again.
            if (file) send.mutate(file, { onSettled: () => (currentTarget.value = '') })
          }}
        />
        {send.isPending && <p role="status">Reading...</p>}
        {send.error && (
          <p className={controls.error} role="alert">
            {send.error.message}
          </p>
        )}
        {send.error && mayPass(send.error) && (
          <p>
            <button type="button" className={controls.button} data-quiet="" onClick={() => send.mutate(send.variables)}>
              Send {send.variables.name} again
            </button>
          </p>
        )}
        {file && (
          <p role="status">
            {file.rows.toLocaleString('en-US')} {file.rows === 1 ? 'row' : 'rows'} in {file.header.length} columns
          </p>
        )}
        {file?.warnings.map((warning) => (
          <p key={warning} className={controls.hint}>
            {warning}
          </p>
        ))}
      </div>
    </Section>
  )
}
