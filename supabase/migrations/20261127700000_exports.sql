-- Files that staff take out of the shop: each is a line of the log, and each address is good for one.

-- Begins the download that a signed address stands for: null, or why not. The claims are those of the token that the address
-- was made with, so that an ended session, a ban, or a role that was taken away ends the address too. For the function
-- export-csv alone. Security definer because nobody may write the log.
create function private.begin_export(ticket uuid, claims jsonb, of_table text, exported text[]) returns text
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  rules private.listed_tables;
begin
  select * into rules from private.listed_tables where table_name = of_table;
  perform set_config('request.jwt.claims', claims::text, true), set_config('app.change_set', ticket::text, true);
  if rules is null or not private.has_role(rules.for_role) then
    return 'You may no longer export this list. Sign in again.';
  end if;
  -- The second of two at once waits here, and then sees the line of the first.
  perform pg_advisory_xact_lock(hashtextextended('export ' || ticket, 0));
  if exists (select from public.audit_log where change_set = ticket) then
    return 'This address was used already. Go back to the list and export it again.';
  end if;
  insert into public.audit_log (actor, change_set, table_name, row_key, row_name, action, columns, for_role)
  values (private.actor(), private.change_set(), rules.table_name, '', 'CSV file', 'export', exported, rules.for_role);
  return null;
end
$$;
grant execute on function private.begin_export(uuid, jsonb, text, text[]) to service_role;
