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

-- Security definer: an admin who has just lost the role sees no other admin's row.
create function private.has_an_admin() returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select 1 from public.user_roles where role = 'admin')
$$;
grant execute on function private.has_an_admin() to authenticated, service_role;

create trigger keep_an_admin_on_delete
  after delete on public.user_roles
  referencing old table as gone
  for each statement execute function private.keep_an_admin();
create trigger keep_an_admin_on_update
  after update on public.user_roles
  referencing old table as gone
  for each statement execute function private.keep_an_admin();
