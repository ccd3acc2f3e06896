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
    and (select auth.jwt()) ->> 'client_id' is null
    and (select private.session_is_open())
    and (select private.second_factor_is_shown())
$$;
