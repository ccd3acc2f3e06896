-- The log leaves out what the database and the importer compute. So staff may not write it: a change without a line would be
-- one that nobody can see or undo. A right of columns costs imports nothing.
do $$
declare
  audited record;
begin
  for audited in
    select
      rules.table_name,
      (
        select string_agg(quote_ident(attname), ', ')
        from pg_attribute
        where attrelid = ('public.' || quote_ident(rules.table_name))::regclass
          and attnum > 0 and not attisdropped
          -- What clients send as updated_at is replaced by the time of the change.
          and (attname <> all (rules.ignored_columns) or attname = 'updated_at')
      ) as columns
    from private.audited_tables as rules
    where not rules.ignored_columns <@ array['updated_at']
  loop
    execute format('revoke insert, update on public.%I from authenticated', audited.table_name);
    execute format('grant insert (%2$s), update (%2$s) on public.%1$I to authenticated', audited.table_name, audited.columns);
  end loop;
end
$$;
