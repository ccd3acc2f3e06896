-- Which of these files something still shows: any text that staff write, and the rest of the trash. `forms` holds the ways in
-- which addresses write each of `paths`, in lower case, one beside the other. It may find too much, never too little: a short
-- path within a longer one keeps its file. For the function empty-trash.
create function private.shown_files(bucket text, paths text[], forms text[], emptied uuid[]) returns setof text
  language plpgsql stable
  set search_path = ''
as $$
declare
  audited record;
begin
  for audited in
    select
      table_name,
      (
        select string_agg(format('held.%I::text', attname), ', ')
        from pg_attribute
        join pg_type on pg_type.oid = atttypid
        where attrelid = ('public.' || quote_ident(table_name))::regclass and attnum > 0 and not attisdropped
          and (typcategory in ('S', 'A') or typname in ('json', 'jsonb'))
          -- There may be a million: of those, addresses alone.
          and (table_name <> 'products' or attname like '%\_url')
      ) as texts
    from private.audited_tables
  loop
    continue when audited.texts is null;
    return query execute format(
      $query$
        select distinct named.file
        from public.%I as held
        cross join lateral lower(concat_ws(' ', %s)) as said (words)
        join unnest($1, $2) as named (file, form) on strpos(said.words, named.form) > 0
        where strpos(said.words, $3) > 0
      $query$, audited.table_name, audited.texts) using paths, forms, lower(bucket);
  end loop;
  return query
    select distinct named.file
    from public.trash
    cross join lateral lower(removed_row::text) as said (words)
    join unnest(paths, forms) as named (file, form) on strpos(said.words, named.form) > 0
    where trash.id <> all (emptied);
end
$$;
grant execute on function private.shown_files(text, text[], text[], uuid[]) to service_role;
