import type { FunctionContext } from '../_shared/context.ts'

/** As the office says where it asks whether to delete. */
const KEPT_DAYS = 30
/** One statement and one call of the storage each. */
const SLICE = 100
/** The bucket whose files belong to one row each: uploads have random names. Other images may stand in texts. */
const BUCKET = 'wallpapers'
/** Where files lie that staff removed themselves, each under the id of its row in the trash. */
const TRASH_BUCKET = 'trash'

/**
 * Files go before their rows: a run that is cut off finds the rows again, and a file that is gone already is no error.
 * What is named is deleted whatever its age; without names what is old enough.
 */
export async function emptyTrash(
  { sql, service }: FunctionContext,
  ids: readonly string[] | null,
): Promise<{ rows: number; files: number }> {
  let rows = 0
  let files = 0
  for (;;) {
    const found = await sql.query<{ id: string }>(
      `select id from public.trash
       where case when $1::uuid[] is null then removed_at < now() - make_interval(days => $2) else id = any ($1) end
       order by removed_at, id limit $3`,
      [ids, KEPT_DAYS, SLICE],
    )
    const slice = found.rows.map(({ id }) => id)
    if (slice.length === 0) return { rows, files }
    files += await removeFiles(service, BUCKET, await filesOnlyIn(sql, slice))
    files += await removeFiles(service, TRASH_BUCKET, await removedFiles(sql, slice))
    rows += (await sql.query('delete from public.trash where id = any ($1)', [slice])).rowCount ?? 0
  }
}

async function removeFiles(
  service: FunctionContext['service'],
  bucket: string,
  paths: readonly string[],
): Promise<number> {
  if (paths.length === 0) return 0
  const { error } = await service.storage.from(bucket).remove([...paths])
  if (error) throw new Error(`The files of the trash were not deleted: ${error.message}`)
  return paths.length
}

async function removedFiles(sql: FunctionContext['sql'], slice: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from public.trash where id = any ($1) and table_name = 'files'`,
    [slice],
  )
  return rows.map(({ id }) => id)
}

/** Paths within the bucket that nothing else names: no other row, no text, and nothing else in the trash. */
async function filesOnlyIn(sql: FunctionContext['sql'], slice: readonly string[]): Promise<string[]> {
  const { rows: removed } = await sql.query<{ path: string }>(
    `select distinct substr(file, length($2) + 2) as path
     from public.trash cross join lateral unnest(files) as file
     where id = any ($1) and table_name = 'wallpapers' and file like $2 || '/%'`,
    [slice, BUCKET],
  )
  const paths = [...new Set(removed.map(({ path }) => decoded(path)))]
  if (paths.length === 0) return []
  const forms = paths.flatMap((path) => formsOf(path).map((form) => ({ path, form })))
  const { rows: shown } = await sql.query<{ path: string }>(
    'select path from private.shown_files($1, $2, $3, $4) as path',
    [BUCKET, forms.map(({ path }) => path), forms.map(({ form }) => form), slice],
  )
  const kept = new Set(shown.map(({ path }) => path))
  return paths.filter((path) => !kept.has(path))
}

/** The path in an address: as it is, percent-encoded as a whole or in its parts, and that as HTML. */
function formsOf(path: string): string[] {
  const whole = `${BUCKET}/${path}`
  const parts = whole.split('/').map(encodeURIComponent).join('/')
  const written = [whole, encodeURI(whole), parts, encodeURIComponent(whole)]
  return [
    ...new Set([...written, ...written.map((form) => form.replaceAll('&', '&amp;'))].map((form) => form.toLowerCase())),
  ]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
