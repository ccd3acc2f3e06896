-- An access token is good for an hour by itself. Rights of editors and admins end sooner: with the session (signing
-- out, a new password, another second factor), with a ban, and with the account.

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
      )
    )
$$;
grant execute on function private.session_is_open() to anon, authenticated, service_role;

-- Whether the caller has at least the given role now.
create or replace function private.has_role(required public.app_role) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
      select 1
      from public.user_roles
      where user_id = (select auth.uid())
        and role >= required
    )
    and (select private.session_is_open())
$$;
