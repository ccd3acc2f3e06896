-- Who may do what in the back office. Policies read this table, never a claim that a client could carry.

-- In rising order: every role may do what the roles before it may.
create type public.app_role as enum ('viewer', 'editor', 'admin');

create table public.user_roles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.user_roles is 'One role for each user of the back office; a user without a row is a viewer.';

create trigger touch_updated_at
  before update on public.user_roles
  for each row execute function private.touch_updated_at();

-- Whether the caller holds a role or a higher one. Security definer because policies of user_roles itself ask it:
-- as the caller it would run into those same policies again, without end.
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
$$;
grant execute on function private.has_role(public.app_role) to anon, authenticated, service_role;

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
grant execute on function public.update_user_role(uuid, public.app_role) to authenticated, service_role;
