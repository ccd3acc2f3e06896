-- Who has an account, for admins: staff first, then the newest. Security definer: accounts are the service's own table.
-- `max_rows` is capped at 200, a screen's worth. Refused to everybody else with 42501.
create function public.list_staff(max_rows integer default 50)
  returns table (
    user_id uuid,
    email text,
    role public.app_role,
    last_sign_in_at timestamptz,
    -- Null where nobody invited them, or they have accepted.
    invited_at timestamptz,
    banned_until timestamptz,
    has_second_factor boolean
  )
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.has_role('admin') then
    raise exception 'Only an admin may see who has an account'
      using errcode = 'insufficient_privilege', hint = 'Sign in with an admin account.';
  end if;
  return query
    select users.id, users.email::text, user_roles.role, users.last_sign_in_at,
      case when users.last_sign_in_at is null and users.email_confirmed_at is null then users.invited_at end, users.banned_until,
      exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and status = 'verified')
    from auth.users
    left join public.user_roles on user_roles.user_id = users.id
    where users.deleted_at is null
    order by user_roles.role desc nulls last, users.created_at desc
    limit least(greatest(max_rows, 1), 200);
end
$$;
revoke execute on function public.list_staff(integer) from public, anon;
grant execute on function public.list_staff(integer) to authenticated;
comment on function public.list_staff(integer) is
  'Who has an account, for admins: staff first, then the newest; 200 rows at most.';
