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
    )
    and (select auth.jwt()) ->> 'client_id' is null
    and (select private.session_is_open())
    and (select private.second_factor_is_shown())
$$;
grant execute on function private.has_role(public.app_role) to anon, authenticated, service_role;

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

-- Gives a user a role. Runs as the caller, so the policies above decide; the checks only make the refusal readable.
create function public.update_user_role(user_id_param uuid, role_param public.app_role) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user = 'authenticated' and not private.has_role('admin') then
    raise exception 'Only an admin may change roles'
      using errcode = 'insufficient_privilege', hint = 'Sign in with an admin account.';
  end if;
  if role_param <> 'admin' and not exists (
    select 1 from public.user_roles where role = 'admin' and user_id <> user_id_param
  ) and exists (
    select 1 from public.user_roles where role = 'admin' and user_id = user_id_param
  ) then
    raise exception 'The last admin keeps the role'
      using errcode = 'check_violation', hint = 'Make another user admin first.';
  end if;
  insert into public.user_roles (user_id, role)
  values (user_id_param, role_param)
  on conflict (user_id) do update set role = excluded.role;
end
$$;
comment on function public.update_user_role(uuid, public.app_role) is 'Gives a user a role.';
grant execute on function public.update_user_role(uuid, public.app_role) to authenticated, service_role;

-- Security definer: an admin who has just lost the role sees no other admin's row.
create function private.has_an_admin() returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select 1 from public.user_roles where role = 'admin')
$$;
grant execute on function private.has_an_admin() to authenticated, service_role;

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
  -- Two admins who demote each other at the same moment must not both find the other still there.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('the last admin'));
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
