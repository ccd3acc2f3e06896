-- Roles of the back office. Policies read this table, never a claim that a client could carry.

-- In rising order: every role may do what the roles before it may.
create type public.app_role as enum ('viewer', 'editor', 'admin');

-- One row for each user with a role; admins write them through update_user_role or the table.
create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.user_roles is 'One role for each user of the back office; a user without a row is a viewer.';

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
    check (key <> 'admin_minimum_role' or value in ('"admin"', '"editor"')),
  constraint second_factor_required_is_yes_or_no
    check (key <> 'second_factor_required' or jsonb_typeof(value) = 'boolean')
);
comment on table public.site_settings is 'Settings that staff change while the shop runs, a row for each that differs from its default.';

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

alter table public.site_settings enable row level security;
grant select, insert, update, delete on public.site_settings to authenticated, service_role;

-- A session ends with its time too: the accounts service closes the one whose used refresh token came back, which may be
-- in a thief's hands, and keeps its row to know the family's other tokens by.

-- Whether the caller's session is still open. A token without a session, such as one an operator signed, has none to end.
create function private.session_is_open() returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select not exists (
      select 1
      from auth.users
      where id = (select auth.uid())
        and (banned_until > now() or deleted_at is not null)
    )
    and (
      (select auth.jwt()) ->> 'session_id' is null
      or exists (
        select 1
        from auth.sessions
        where id = ((select auth.jwt()) ->> 'session_id')::uuid
          and user_id = (select auth.uid())
          and (not_after is null or not_after > now())
      )
    )
$$;
grant execute on function private.session_is_open() to anon, authenticated, service_role;

-- A second factor that only the sign-in form asks for keeps nobody out: a password alone opens a session, and its token
-- reaches every row that the role may touch. So the rights of staff themselves ask for it.

-- Whether the caller's session has shown the second factor; true for everybody who has none.
create function private.second_factor_is_shown() returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') in ('aal2', 'aal3')
    or not exists (
      select 1
      from auth.mfa_factors
      where user_id = (select auth.uid())
        and status = 'verified'
    )
$$;
grant execute on function private.second_factor_is_shown() to anon, authenticated, service_role;

-- Whether admins need a second factor: the setting second_factor_required, off by default.
create function private.admins_need_second_factor() returns boolean
  language sql stable security definer -- whoever asks for a role reads no settings
  set search_path = ''
as $$
  select coalesce((select value = 'true' from public.site_settings where key = 'second_factor_required'), false)
$$;

-- Whether the caller has at least the given role now. An application that somebody let sign in for them (its tokens name
-- it as client_id) was given who they are, never what they may do in the back office.
create function private.has_role(required public.app_role) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
      select 1
      from public.user_roles
      where user_id = (select auth.uid())
        and role >= required
        and (
          role <> 'admin'
          or coalesce((select auth.jwt()) ->> 'aal', '') in ('aal2', 'aal3')
          or not private.admins_need_second_factor()
        )
    )
    and (select auth.jwt()) ->> 'client_id' is null
    and (select private.session_is_open())
    and (select private.second_factor_is_shown())
$$;
grant execute on function private.has_role(public.app_role) to anon, authenticated, service_role;

-- Refuses a caller who is no editor, with the sentence that says what only staff may do.
create function private.require_staff(refusal text) returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not private.has_role('editor') then
    raise insufficient_privilege
      using message = refusal, hint = 'Sign in with the account of an editor or an admin.';
  end if;
end
$$;

create trigger touch_updated_at
  before update on public.user_roles
  for each row execute function private.touch_updated_at();
alter table public.user_roles enable row level security;
grant select, insert, update, delete on public.user_roles to authenticated, service_role;

create policy "people read their own role" on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()));

create policy "admins read every role" on public.user_roles
  for select to authenticated
  using ((select private.has_role('admin')));

create policy "admins give roles" on public.user_roles
  for insert to authenticated
  with check ((select private.has_role('admin')));

create policy "admins change roles" on public.user_roles
  for update to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

create policy "admins take roles away" on public.user_roles
  for delete to authenticated
  using ((select private.has_role('admin')));

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

-- The role of a user as a list of at most one row. Runs as the caller: people see their own, admins see all.
create function public.get_user_role(user_id_param uuid) returns table (role public.app_role)
  language sql stable
  set search_path = ''
as $$
  select user_roles.role
  from public.user_roles
  where user_roles.user_id = user_id_param
$$;
comment on function public.get_user_role(uuid) is 'The role of a user, as a list of at most one row.';
grant execute on function public.get_user_role(uuid) to authenticated, service_role;

-- Refuses where the role is another than the one that whoever decides saw: 'none' for no role, null for not having looked. Of two
-- at one moment, the second reads here what the first has written.
create function private.require_role_as_seen(user_id_param uuid, began_param text) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  held text;
begin
  if began_param is null then
    return;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('role of ' || user_id_param, 0));
  held := coalesce((select role::text from public.user_roles where user_id = user_id_param), 'none');
  if held <> began_param then
    raise exception 'Somebody changed this role meanwhile: it was %, and is % now', began_param, held
      using errcode = 'PT409', hint = 'Nothing was changed. Choose again, knowing that.';
  end if;
end
$$;
grant execute on function private.require_role_as_seen(uuid, text) to authenticated, service_role;

-- Gives a user a role. Runs as the caller, so the policies above decide; the checks only make the refusal readable. Clients
-- that know it give no reason: the log tells so. `began_param` is the role that the caller saw.
create function public.update_user_role(
  user_id_param uuid, role_param public.app_role, began_param text default null
) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user = 'authenticated' and not private.has_role('admin') then
    raise exception 'Only an admin may change roles'
      using errcode = 'insufficient_privilege', hint = 'Sign in with an admin account.';
  end if;
  perform private.require_role_as_seen(user_id_param, began_param);
  if role_param <> 'admin' and not exists (
    select 1 from public.user_roles where role = 'admin' and user_id <> user_id_param
  ) and exists (
    select 1 from public.user_roles where role = 'admin' and user_id = user_id_param
  ) then
    raise exception 'The last admin keeps the role'
      using errcode = 'check_violation', hint = 'Make another user admin first.';
  end if;
  perform set_config(
    'app.reason',
    coalesce(nullif(private.reason(), ''), 'update_user_role was called, which takes no reason'),
    true
  );
  insert into public.user_roles (user_id, role)
  values (user_id_param, role_param)
  on conflict (user_id) do update set role = excluded.role;
  perform set_config('app.reason', '', true);
end
$$;
comment on function public.update_user_role(uuid, public.app_role, text) is 'Gives a user a role; give_role does so with a reason.';
grant execute on function public.update_user_role(uuid, public.app_role, text) to authenticated, service_role;

-- Held until the end of the transaction by whoever takes an admin away: of two admins who do it to each other at one
-- moment, the second finds out. Bans and deletions are made by the accounts service while its caller holds this.
create function private.lock_admins() returns void
  language sql volatile
  set search_path = ''
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('the last admin'))
$$;
comment on function private.lock_admins() is 'Lets one transaction at a time take admins away.';
grant execute on function private.lock_admins() to authenticated, service_role;

-- An admin who is banned or deleted runs no shop. Security definer: accounts are the service's own table, and an admin who
-- has just lost the role sees no other admin's row.
create function private.has_an_admin(but_not uuid default null) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from public.user_roles join auth.users on users.id = user_roles.user_id
    where user_roles.role = 'admin' and user_id is distinct from but_not
      and users.deleted_at is null and (users.banned_until is null or users.banned_until < now())
  )
$$;
comment on function private.has_an_admin(uuid) is 'Whether an admin can sign in, other than this one.';
grant execute on function private.has_an_admin(uuid) to authenticated, service_role;

-- Whether an account is the only admin there is.
create function private.is_last_admin(of_user uuid) returns boolean
  language sql stable security definer -- as above
  set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = of_user and role = 'admin')
    and not private.has_an_admin(of_user)
$$;
grant execute on function private.is_last_admin(uuid) to service_role;

-- A shop without an admin cannot be run: the last one keeps the role, however a client of the API takes it away.
-- Deleting the account itself stays possible (it cascades as the table's owner); the next start then makes a first
-- admin again. Not security definer: the trigger must see who calls, and both roles below may lock and read the table.
create function private.keep_an_admin() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user not in ('authenticated', 'service_role') then
    return null;
  end if;
  perform private.lock_admins();
  if exists (select 1 from gone where role = 'admin') and not private.has_an_admin() then
    raise exception 'The last admin keeps the role'
      using errcode = 'check_violation', hint = 'Make another user admin first.';
  end if;
  return null;
end
$$;

create trigger keep_an_admin_on_delete
  after delete on public.user_roles
  referencing old table as gone
  for each statement execute function private.keep_an_admin();

create trigger keep_an_admin_on_update
  after update on public.user_roles
  referencing old table as gone
  for each statement execute function private.keep_an_admin();
