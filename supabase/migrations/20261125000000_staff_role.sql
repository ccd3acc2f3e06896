-- The back office asks what its caller may do now, and says why it is less than the role that was given.

-- Settings that staff change while the shop runs. A row stands for a value that differs from the default in domain/.
create table public.site_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  -- A few texts and lists; larger things are rows of tables of their own.
  value jsonb not null check (pg_column_size(value) <= 65536),
  -- Counts the saves, so that two people who change one setting learn of each other.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint admin_minimum_role_is_a_role
    check (key <> 'admin_minimum_role' or value in ('"admin"', '"editor"'))
);
comment on table public.site_settings is 'Settings that staff change while the shop runs, a row for each that differs from its default.';

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

alter table public.site_settings enable row level security;
grant select, insert, update, delete on public.site_settings to authenticated, service_role;

create policy "editors read settings" on public.site_settings
  for select to authenticated
  using ((select private.has_role('editor')));

create policy "admins add settings" on public.site_settings
  for insert to authenticated
  with check ((select private.has_role('admin')));

create policy "admins change settings" on public.site_settings
  for update to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

create policy "admins reset settings" on public.site_settings
  for delete to authenticated
  using ((select private.has_role('admin')));

-- The caller's rights in the back office as one row. `role` is what private.has_role grants now, null for nothing;
-- `given` the role in user_roles; `reason` why the first is not the second: no_role, application (a token that an OAuth
-- client holds), session_ended (signed out, banned or deleted), second_factor (it has to be shown first). `minimum` is the
-- role that opens the back office. Security definer: sessions and factors are not the caller's to read.
create function public.my_staff_role()
  returns table (role public.app_role, given public.app_role, reason text, minimum public.app_role)
  language sql stable security definer
  set search_path = ''
as $$
  with caller as (
    select (select user_roles.role from public.user_roles where user_id = (select auth.uid())) as given
  ), judged as (
    select given,
      case
        when given is null then 'no_role'
        when (select auth.jwt()) ->> 'client_id' is not null then 'application'
        when not (select private.session_is_open()) then 'session_ended'
        when not (select private.second_factor_is_shown()) then 'second_factor'
      end as reason
    from caller
  )
  select
    case when reason is null then given end,
    given,
    reason,
    coalesce(
      (select (value #>> '{}')::public.app_role from public.site_settings where key = 'admin_minimum_role'),
      'admin'
    )
  from judged
$$;
revoke execute on function public.my_staff_role() from public, anon;
grant execute on function public.my_staff_role() to authenticated;
comment on function public.my_staff_role() is
  'What the caller may do in the back office now: the role in force, the role given, and why the first is less than the second.';
