-- What waits for somebody of staff, told in the shell of the office: failed jobs, held imports, drafts, messages.

create table public.notifications (
  id bigint generated always as identity primary key,
  -- The row that waits, as in audit_log.
  table_name text not null,
  row_key text not null,
  -- Nothing personal: who may see the row opens it.
  title text not null,
  for_role public.app_role not null,
  created_at timestamptz not null default now(),
  unique (table_name, row_key)
);
comment on table public.notifications is 'What waits for staff; triggers add a row for each, and take it away when it waits no more.';
create index notifications_newest on public.notifications (created_at desc, id desc);

alter table public.notifications enable row level security;
grant select on public.notifications to authenticated, service_role;
create policy "editors are told what waits for them" on public.notifications
  for select to authenticated
  using (for_role <> 'admin' and (select private.has_role('editor')));
create policy "admins are told of everything that waits" on public.notifications
  for select to authenticated
  using ((select private.has_role('admin')));

-- Who of staff has read which.
create table private.notification_reads (
  user_id uuid not null references auth.users (id) on delete cascade,
  notification_id bigint not null references public.notifications (id) on delete cascade,
  primary key (user_id, notification_id)
);
comment on table private.notification_reads is 'Which notifications each of staff has read.';
create index notification_reads_notification on private.notification_reads (notification_id);
alter table private.notification_reads enable row level security;

-- Live in the office. A hosted project without the publication is asked every half minute.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.notifications;
  end if;
end
$$;

-- Whether a row waits for somebody.
create function private.waits_for_staff(of_table text, of_row jsonb) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select of_row is not null and case of_table
    -- An import's own run tells of it.
    when 'job_runs' then of_row ->> 'status' = 'failed' and of_row ->> 'kind' <> 'feed-run'
    when 'feed_runs' then of_row ->> 'status' in ('held', 'failed')
    when 'draft_products' then of_row ->> 'status' = 'pending'
    when 'contact_messages' then of_row ->> 'handled_at' is null
  end
$$;

-- Trigger: tells of a row that began to wait, and forgets one that waits no more. Security definer: nobody writes
-- notifications, and visitors write messages.
create function private.notify_staff() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  new_row constant jsonb := to_jsonb(new);
  old_row constant jsonb := to_jsonb(old);
  waits constant boolean := coalesce(private.waits_for_staff(tg_table_name, new_row), false);
begin
  -- The next good run is the end of what failed before it.
  if tg_table_name = 'feed_runs' and new_row ->> 'status' = 'succeeded' and old_row ->> 'status' is distinct from 'succeeded' then
    delete from public.notifications using public.feed_runs as earlier
    where table_name = 'feed_runs' and row_key = earlier.id::text
      and earlier.network_id = new_row ->> 'network_id' and earlier.source_name = new_row ->> 'source_name';
  end if;
  if waits is not distinct from coalesce(private.waits_for_staff(tg_table_name, old_row), false) then
    return null;
  end if;
  delete from public.notifications where table_name = tg_table_name and row_key = coalesce(old_row, new_row) ->> 'id';
  if waits then
    insert into public.notifications (table_name, row_key, title, for_role)
    select tg_table_name, new_row ->> 'id',
      left(case tg_table_name
        when 'job_runs' then 'A job failed: ' || (new_row ->> 'kind')
        when 'feed_runs' then case new_row ->> 'status' when 'held' then 'An import is held: ' else 'An import failed: ' end
          || coalesce((select name from public.networks where id = new_row ->> 'network_id'), new_row ->> 'network_id')
        when 'draft_products' then concat_ws(': ', 'A draft waits for review', new_row #>> '{extracted_data,product_name}')
        when 'contact_messages' then 'A message is not handled yet'
      end, 200),
      case tg_table_name
        when 'contact_messages' then 'admin'
        when 'job_runs' then (new_row ->> 'for_role')::public.app_role
        else 'editor'
      end;
  end if;
  return null;
end
$$;
create trigger notify_staff after insert or update or delete on public.job_runs
  for each row execute function private.notify_staff();
create trigger notify_staff after insert or update or delete on public.feed_runs
  for each row execute function private.notify_staff();
create trigger notify_staff after insert or update or delete on public.draft_products
  for each row execute function private.notify_staff();
create trigger notify_staff after insert or update or delete on public.contact_messages
  for each row execute function private.notify_staff();

-- The caller's notifications, newest first, each with whether they have read it and with how many are unread in all.
create function public.my_notifications(max_rows integer default 50)
  returns table (
    id bigint, table_name text, row_key text, title text, created_at timestamptz, is_read boolean, unread bigint
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.require_staff('Only staff have notifications');
  return query
    select told.id, told.table_name, told.row_key, told.title, told.created_at, reads.user_id is not null,
      count(*) filter (where reads.user_id is null) over ()
    from public.notifications as told
    left join private.notification_reads as reads
      on reads.notification_id = told.id and reads.user_id = (select auth.uid())
    where told.for_role <> 'admin' or (select private.has_role('admin'))
    order by told.created_at desc, told.id desc
    limit least(greatest(max_rows, 0), 200);
end
$$;
comment on function public.my_notifications(integer) is 'What waits for the caller, newest first, and whether they have read it.';
revoke execute on function public.my_notifications(integer) from public, anon;
grant execute on function public.my_notifications(integer) to authenticated;

-- Notes that the caller has read these, or not; all that they see without ids.
create function public.read_notifications(ids bigint[] default null, is_read boolean default true) returns void
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  perform private.require_staff('Only staff have notifications');
  if is_read then
    insert into private.notification_reads (user_id, notification_id)
    select (select auth.uid()), told.id
    from public.notifications as told
    where (ids is null or told.id = any (ids)) and (told.for_role <> 'admin' or (select private.has_role('admin')))
    on conflict do nothing;
  else
    delete from private.notification_reads
    where user_id = (select auth.uid()) and (ids is null or notification_id = any (ids));
  end if;
end
$$;
comment on function public.read_notifications(bigint[], boolean) is 'Notes that the caller has read these notifications, or has not.';
revoke execute on function public.read_notifications(bigint[], boolean) from public, anon;
grant execute on function public.read_notifications(bigint[], boolean) to authenticated;
