import { type Job, JobError } from '../job.ts'

export interface CsvColumn {
  /** Its place in the file's rows. */
  place: number
  isText: boolean
  isJson: boolean
  /** An empty cell leaves it as it is. */
  isRequired: boolean
}

export interface CsvTable {
  name: string
  nameColumn: string | null
  /** What the file fills, by column; not the key that the database gives. */
  columns: Readonly<Record<string, CsvColumn>>
  match: { column: string; place: number } | null
  /** The key is the database's own: a row of the file with an unknown one is no new row. */
  givesKey: boolean
}

interface Wanted {
  upload: string
  columns: Readonly<Record<string, number>>
  match: string | null
}

/** Checks the mapping against the table once, and that the file is the caller's own. */
export async function describeCsvTable(job: Job, { upload, columns, match }: Wanted): Promise<CsvTable> {
  const { rows: uploads } = await job.pool.query<{ table_name: string; name_column: string | null; key: string }>(
    `select table_name, name_column, key_column as key
     from private.csv_uploads join private.audited_tables using (table_name)
     where csv_uploads.id = $1 and takes_csv
       and uploaded_by = (select started_by from public.job_runs where job_runs.id = $2)`,
    [upload, job.id],
  )
  const [found] = uploads
  if (!found)
    throw new JobError('The rows of this file are kept for two days, for whoever uploaded it. Upload it again.')
  const { rows: known } = await job.pool.query<{
    name: string
    category: string
    type: string
    is_required: boolean
    is_given: boolean
    is_unique: boolean
  }>(
    `select attname as name, typcategory as category, typname as type, attnotnull as is_required,
       atthasdef or attidentity <> '' as is_given,
       exists (
         select from pg_index
         where indrelid = attrelid and indisunique and indnkeyatts = 1 and indkey[0] = attnum and indpred is null
       ) as is_unique
     from pg_attribute
     join pg_type on pg_type.oid = atttypid
     join private.audited_tables on table_name = $1
     where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attname <> all (ignored_columns)`,
    [found.table_name],
  )
  const filled: Record<string, CsvColumn> = {}
  const givesKey = known.some(({ name, is_given }) => name === found.key && is_given)
  for (const [name, place] of Object.entries(columns)) {
    const column = known.find((each) => each.name === name)
    if (!column) throw new JobError(`There is no column "${name}" that a file can fill.`)
    if (name === found.key && givesKey) continue
    filled[name] = {
      ...{ place, isText: column.category === 'S', isJson: /^jsonb?$/.test(column.type) },
      isRequired: column.is_required,
    }
  }
  const place = match === null ? undefined : columns[match]
  if (match !== null && (place === undefined || !known.some(({ name, is_unique }) => name === match && is_unique))) {
    throw new JobError(`Rows cannot be found by "${match}". Choose a column that is different in every row.`)
  }
  return {
    ...{ name: found.table_name, nameColumn: found.name_column, columns: filled },
    match: match === null || place === undefined ? null : { column: match, place },
    givesKey: givesKey && match === found.key,
  }
}
