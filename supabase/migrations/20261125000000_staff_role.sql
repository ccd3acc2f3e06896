-- The back office asks what its caller may do now, and says why it is less than the role that was given.

-- The caller's rights in the back office as one row. `role` is what private.has_role grants now, null for nothing;
-- `given` the role in user_roles; `reason` why the first is not the second: no_role, application (a token that an OAuth
-- client holds), session_ended (signed out, banned or deleted), second_factor (it has to be shown first),
-- second_factor_missing (the shop asks admins for one, and this account has none yet). `minimum` is the
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
        when given = 'admin' and private.admins_need_second_factor()
          and coalesce((select auth.jwt()) ->> 'aal', '') not in ('aal2', 'aal3')
          then 'second_factor_missing'
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
