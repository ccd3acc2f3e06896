-- What the shop keeps of one email address, for whoever asks about their data; erase_address deletes it.
--
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
