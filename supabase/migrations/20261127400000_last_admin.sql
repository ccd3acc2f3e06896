-- The last admin stays, whichever way admins are lost: by their role, by a ban or with their account.

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

drop function private.has_an_admin();

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

create or replace function private.is_last_admin(of_user uuid) returns boolean
  language sql stable security definer -- as above
  set search_path = ''
as $$
  select exists (select from public.user_roles where user_id = of_user and role = 'admin')
    and not private.has_an_admin(of_user)
$$;

create or replace function private.keep_an_admin() returns trigger
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
