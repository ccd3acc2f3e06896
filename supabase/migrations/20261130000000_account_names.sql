-- What accounts are called, for lists of what they did: an id that is not answered is of an account that is gone. For admins.
-- Security definer: accounts are the service's own table.
create function public.account_names(ids uuid[]) returns table (id uuid, email text)
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.has_role('admin') then
    raise exception 'Only an admin may see who has an account'
      using errcode = 'insufficient_privilege', hint = 'Sign in with an admin account.';
  end if;
  return query
    select users.id, users.email::text
    from auth.users
    where users.id = any (ids[1:1000]) and users.deleted_at is null;
end
$$;
comment on function public.account_names(uuid[]) is 'The e-mail addresses of accounts by their ids, for admins; 1,000 at most.';
revoke execute on function public.account_names(uuid[]) from public, anon;
grant execute on function public.account_names(uuid[]) to authenticated;
