-- What the shop keeps of an email address, for whoever asks about their data: looked up, and erased.

-- What matches an address in the text of a JSON value: the whole address only, so that ada@b.example is no part of
-- nada@b.example. A line break before it is two characters there, of which the second is a letter.
create function private.address_pattern(address text) returns text
  language sql immutable
  set search_path = ''
as $$
  select '(?:(?<![[:alnum:]._%+-])|(?<=\\[bfnrt]))'
    || regexp_replace(address, '([^[:alnum:]@])', '\\\1', 'g')
    || '(?![[:alnum:]_-]|\.[[:alnum:]])'
$$;

-- Security definer: the outbox and the accounts belong to the platform; the function asks for the role admin itself.
create function public.find_address(address text)
  returns table (kept text, found bigint, oldest timestamptz)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (select private.has_role('admin')) then
    raise insufficient_privilege using message = 'Only admins look addresses up';
  end if;
  if coalesce(trim(address), '') = '' then
    raise exception 'Say which address' using errcode = 'PT400';
  end if;
  address := lower(trim(address));
  return query
    select 'newsletter subscription', count(*), min(created_at) from public.newsletter_subscribers where lower(email) = address
    union all
    select 'price alerts', count(*), min(alerts.consented_at)
    from public.price_alerts as alerts join public.price_watchers as watchers on watchers.id = watcher_id
    where lower(watchers.email) = address
    union all
    select 'address for price alerts', count(*), min(created_at) from public.price_watchers where lower(email) = address
    union all
    select 'contact messages', count(*), min(created_at) from public.contact_messages where lower(email) = address
    union all
    select 'removed rows that name it', count(*), min(removed_at) from public.trash
    where concat_ws(' ', name, removed_row, relations) ~* private.address_pattern(address)
    union all
    select 'jobs that name it', count(*), min(created_at) from public.job_runs
    where concat_ws(' ', args, message, result) ~* private.address_pattern(address)
    union all
    select 'account of the back office', count(*), min(created_at) from auth.users where lower(email) = address;
  -- A hosted project sends the mails of accounts itself, and has an outbox for those of functions.
  if to_regclass('_platform.outbox') is not null then
    return query execute
      'select ''mails that wait or were refused'', count(*), min(created_at) from _platform.outbox
       where lower(recipient) = $1 or lower(reply_to) = $1' using address;
  end if;
end
$$;
comment on function public.find_address(text) is
  'What the shop keeps of an email address, by kind, for admins. An account is told and not erased: admins delete it.';
revoke execute on function public.find_address(text) from public, anon;
grant execute on function public.find_address(text) to authenticated;

-- Erasing an address takes it out of what people wrote as well: those rows stay without it, because they are no data of the
-- person. The log says how many rows were erased, and never whose.
create function public.erase_address(address text) returns integer
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  pattern constant text := private.address_pattern(address);
  erased integer := 0;
  counted integer;
begin
  if not (select private.has_role('admin')) then
    raise insufficient_privilege using message = 'Only admins erase addresses';
  end if;
  perform private.require_recent_proof();
  if coalesce(address, '') !~ '^[^\s@"\\]+@[^\s@"\\]+$' then
    raise exception 'This is no e-mail address'
      using errcode = 'PT400', hint = 'Write the whole address, such as ada@example.com.';
  end if;
  delete from public.newsletter_subscribers where lower(email) = lower(address);
  get diagnostics counted = row_count;
  erased := erased + counted;
  delete from public.price_watchers where lower(email) = lower(address);
  get diagnostics counted = row_count;
  erased := erased + counted;
  delete from public.contact_messages where lower(email) = lower(address);
  get diagnostics counted = row_count;
  erased := erased + counted;
  -- A removed file whose name or description is the person's goes as a whole.
  perform set_config('storage.allow_delete_query', 'true', true);
  with emptied as (
    delete from public.trash where table_name = 'files' and removed_row::text ~* pattern returning id::text
  )
  delete from storage.objects using emptied where bucket_id = 'trash' and name = emptied.id;
  get diagnostics counted = row_count;
  erased := erased + counted;
  perform set_config('storage.allow_delete_query', '', true);
  update public.trash
  set name = regexp_replace(name, pattern, '[erased]', 'gi'),
    removed_row = regexp_replace(removed_row::text, pattern, '[erased]', 'gi')::jsonb,
    relations = regexp_replace(relations::text, pattern, '[erased]', 'gi')::jsonb
  where concat_ws(' ', name, removed_row, relations) ~* pattern;
  get diagnostics counted = row_count;
  erased := erased + counted;
  update public.job_runs
  set args = regexp_replace(args::text, pattern, '[erased]', 'gi')::jsonb,
    message = regexp_replace(message, pattern, '[erased]', 'gi'),
    result = regexp_replace(result::text, pattern, '[erased]', 'gi')::jsonb
  where concat_ws(' ', args, message, result) ~* pattern;
  get diagnostics counted = row_count;
  erased := erased + counted;
  update public.job_run_lines set message = regexp_replace(message, pattern, '[erased]', 'gi') where message ~* pattern;
  get diagnostics counted = row_count;
  erased := erased + counted;
  -- A hosted project sends the mails of accounts itself, and has an outbox for those of functions.
  if to_regclass('_platform.outbox') is not null then
    execute 'delete from _platform.outbox where lower(recipient) = lower($1) or lower(reply_to) = lower($1)' using address;
    get diagnostics counted = row_count;
    erased := erased + counted;
  end if;
  insert into public.audit_log (actor, change_set, table_name, row_key, action, columns, for_role)
  values (private.actor(), private.change_set(), 'addresses', '', 'update', array[format('erased from %s rows', erased)], 'admin');
  return erased;
end
$$;
comment on function public.erase_address(text) is 'Deletes what is kept of an e-mail address; for admins.';
revoke execute on function public.erase_address(text) from public, anon;
grant execute on function public.erase_address(text) to authenticated;
