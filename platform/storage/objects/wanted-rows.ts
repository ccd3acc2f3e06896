/** The rows of bucket $1 with the names $2, each in the version of $3 where that is not null. */
export const WANTED_ROWS = `
  from storage.objects as o
  join unnest($2::text[], $3::text[]) as wanted (name, version)
    on o.name = wanted.name and coalesce(wanted.version, o.version) is not distinct from o.version
  where o.bucket_id = $1`
