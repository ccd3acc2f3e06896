import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { toast } from '#design/toasts.ts'
import * as controls from '../../ui/controls.module.css'
import { Field } from '../../ui/field.tsx'
import * as page from '../../ui/page.module.css'
import { Section, SectionBody } from '../../ui/section.tsx'
import * as styles from './feeds.module.css'
import { FileColumns } from './file-columns.tsx'
import { type FileMapping, type MerchantFile, merchantFiles, useInspection, useSaveFile } from './files-queries.ts'

/** One merchant's file: where it lies, what its columns mean, and what of it can be read. */
export function Component() {
  const { id = '' } = useParams()
  const { data, error } = useQuery({ ...merchantFiles, enabled: id !== 'new' })
  const file = data?.find((each) => String(each.id) === id) ?? null
  const name = file ? `File of ${file.merchant}` : 'A merchant’s file'
  return (
    <>
      <title>{`${name} | Admin Dashboard`}</title>
      <div className={page.bar}>
        <h1 className={page.title}>{name}</h1>
        <Link className={controls.link} to="/feeds/files">
          Merchants’ own files
        </Link>
      </div>
      {id === 'new' || file ? (
        <FileForm key={id} file={file} />
      ) : (
        <p role={error ? 'alert' : 'status'}>
          {error ? `Error loading the file: ${error.message}` : data ? 'There is no such file.' : 'Loading...'}
        </p>
      )}
    </>
  )
}

function FileForm({ file }: { file: MerchantFile | null }) {
  const [merchant, setMerchant] = useState(file?.merchant ?? '')
  const [address, setAddress] = useState(file?.address ?? '')
  const [mapping, setMapping] = useState<FileMapping | null>(file?.mapping ?? null)
  const look = useInspection()
  const save = useSaveFile(file)
  const navigate = useNavigate()
  const inspect = (by: FileMapping | null) =>
    look.mutate({ address: address.trim(), mapping: by }, { onSuccess: (found) => setMapping(found.mapping) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!look.isPending) inspect(mapping)
  }
  const found = look.data
  const missing = found?.fields.filter(({ name, required }) => required && !mapping?.[name]) ?? []
  const store = () => {
    if (merchant.trim() === '') return toast('error', 'Say whose file it is')
    const chosen = Object.fromEntries(Object.entries(mapping ?? {}).filter(([, column]) => column !== ''))
    save.mutate(
      { merchant: merchant.trim(), address: address.trim(), mapping: chosen },
      {
        onSuccess: () => {
          toast('success', 'File saved: it is a feed of the monitor')
          void navigate('/feeds')
        },
      },
    )
  }
  const failure = look.error ?? save.error
  return (
    <>
      <Section title="Where it lies">
        <SectionBody>
          <form className={styles.keys} onSubmit={submit} noValidate>
            <Field
              label="Merchant"
              value={merchant}
              maxLength={200}
              readOnly={file !== null}
              onChange={({ currentTarget }) => setMerchant(currentTarget.value)}
            />
            <Field
              label="Address of the file"
              type="url"
              inputMode="url"
              autoComplete="off"
              value={address}
              maxLength={2000}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            />
            {failure && (
              <p className={controls.error} role="alert">
                {failure.message}
              </p>
            )}
            <p>
              <button type="submit" className={controls.button} data-quiet="" aria-disabled={look.isPending}>
                {look.isPending ? 'Fetching...' : 'Look at the file'}
              </button>
            </p>
          </form>
        </SectionBody>
      </Section>
      {found && mapping && (
        <FileColumns found={found} mapping={mapping} onChange={setMapping}>
          <p role="status">
            {missing.length > 0
              ? `Every product needs ${missing.map(({ name }) => name.replaceAll('_', ' ')).join(', ')}: choose the column.`
              : `Of the first ${found.tried.rows} rows ${found.tried.prices} have a price and ${found.tried.links} a link that can be read.`}
          </p>
          <div className={page.row}>
            <button
              type="button"
              className={controls.button}
              data-quiet=""
              aria-disabled={look.isPending}
              onClick={() => !look.isPending && inspect(mapping)}
            >
              Test the columns
            </button>
            <button
              type="button"
              className={controls.button}
              disabled={missing.length > 0}
              aria-disabled={save.isPending}
              onClick={() => !save.isPending && store()}
            >
              Save file
            </button>
          </div>
        </FileColumns>
      )}
    </>
  )
}
