import type { FunctionContext } from '../_shared/context.ts'

/** As the office says where it asks whether to delete. */
const KEPT_DAYS = 30
/** One statement and one call of the storage each. */
const SLICE = 100
/** The bucket whose files belong to one row each: uploads have random names. Other images may stand in texts. */
const BUCKET = 'wallpapers'

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
    const paths = await filesOnlyIn(sql, slice)
    if (paths.length > 0) {
      const { error } = await service.storage.from(BUCKET).remove(paths)
      if (error) throw new Error(`The files of the trash were not deleted: ${error.message}`)
    }
    files += paths.length
    rows += (await sql.query('delete from public.trash where id = any ($1)', [slice])).rowCount ?? 0
  }
}

/** Paths within the bucket that neither a wallpaper nor another row of the trash names. */
async function filesOnlyIn(sql: FunctionContext['sql'], slice: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ path: string }>(
    `select distinct substr(file, length($2) + 2) as path
     from public.trash cross join lateral unnest(files) as file
     where id = any ($1) and table_name = 'wallpapers' and file like $2 || '/%'
       and not exists (
         select from public.wallpapers
         where '/storage/v1/object/public/' || file in (image_url, download_url)
       )
       and not exists (select from public.trash as other where other.id <> all ($1) and file = any (other.files))`,
    [slice, BUCKET],
  )
  return rows.map(({ path }) => path)
}
