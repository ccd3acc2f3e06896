-- Dangerous changes ask whoever is signed in for the password again: a browser that was left open, or a stolen token, must
-- not be enough to give roles away, erase people's data or weaken how staff sign in.

-- Whether somebody proved within ten minutes who they are in this session: by signing in, by a code of the second factor,
-- or by the password again (prove-password). The accounts service keeps the time of each. Security definer: its own table.
create function private.is_recently_proved(of_session uuid) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from auth.mfa_amr_claims where session_id = of_session and updated_at > now() - interval '10 minutes'
  )
$$;
comment on function private.is_recently_proved(uuid) is 'Whether who holds this session proved it within ten minutes.';

-- Refuses a caller whose session was not proved lately. A token without a session was signed by the operator, and jobs were
-- asked when they were started.
create function private.require_recent_proof() returns void
  language plpgsql stable security definer -- the test above is nobody's to call
  set search_path = ''
as $$
declare
  of_session constant text := (select auth.jwt()) ->> 'session_id';
begin
  if of_session is not null and not private.is_recently_proved(of_session::uuid) then
    -- The office asks for the password where it reads the status 428, and sends the request again.
    raise exception 'Enter your password again to do this'
      using errcode = 'PT428', hint = 'Call prove-password, or sign in again: the proof counts for ten minutes.';
  end if;
end
$$;
comment on function private.require_recent_proof() is 'Refuses with PT428 who has not proved within ten minutes who they are.';

-- The password was right: the session is proved anew. For the function prove-password alone.
create function private.renew_proof(of_session uuid, of_user uuid) returns boolean
  language plpgsql volatile security definer -- the accounts service's own tables
  set search_path = ''
as $$
begin
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), sessions.id, now(), now(), 'password'
  from auth.sessions
  where sessions.id = of_session and user_id = of_user and (not_after is null or not_after > now())
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  return found;
end
$$;
revoke execute on function private.is_recently_proved(uuid), private.renew_proof(uuid, uuid) from public;
grant execute on function private.is_recently_proved(uuid), private.renew_proof(uuid, uuid) to service_role;
grant execute on function private.require_recent_proof() to authenticated, service_role;

-- Trigger: before a row that decides who may do what, and before settings of how staff get in and how long it is known what
-- they did.
create function private.ask_recent_proof() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  keys constant text[] := array[to_jsonb(old) ->> 'key', to_jsonb(new) ->> 'key'];
begin
  if tg_table_name <> 'site_settings' or keys && '{admin_minimum_role,second_factor_required,audit_log_days}' then
    perform private.require_recent_proof();
  end if;
  return coalesce(new, old);
end
$$;
create trigger ask_recent_proof
  before insert or update or delete on public.user_roles
  for each row when (current_setting('role') = 'authenticated') execute function private.ask_recent_proof();
create trigger ask_recent_proof
  before insert or update or delete on public.site_settings
  for each row when (current_setting('role') = 'authenticated') execute function private.ask_recent_proof();
