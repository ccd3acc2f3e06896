-- Where an account is signed in, for admins, who may end it: only the function manage-staff calls these.

create function private.sessions_of(of_user uuid)
  returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text)
  language sql stable security definer -- sessions are the service's own table
  set search_path = ''
as $$
  select id, created_at, coalesce(refreshed_at at time zone 'utc', created_at), left(user_agent, 300), host(ip), aal::text
  from auth.sessions
  where user_id = of_user and (not_after is null or not_after > now())
  order by 3 desc
  limit 50
$$;

-- Ends every session of an account and tells the log; returns how many there were.
create function private.end_sessions(of_user uuid) returns integer
  language plpgsql volatile security definer -- as above
  set search_path = ''
as $$
declare
  ended integer;
begin
  delete from auth.sessions where user_id = of_user;
  get diagnostics ended = row_count;
  perform private.log_account_change(of_user, 'signed out everywhere');
  return ended;
end
$$;
revoke execute on function private.sessions_of(uuid), private.end_sessions(uuid) from public;
grant execute on function private.sessions_of(uuid), private.end_sessions(uuid) to service_role;
