-- Accounts of staff: a second factor that the shop asks of its admins, codes for whoever lost theirs, and roles with a reason.

-- Trigger: whoever asks others for a second factor has shown one, and does not lock everybody out.
create function private.ask_second_factor_with_one() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.key = 'second_factor_required' and new.value = 'true' and current_setting('role') = 'authenticated'
    and coalesce((select auth.jwt()) ->> 'aal', '') not in ('aal2', 'aal3')
  then
    raise exception 'Set up your own second factor first'
      using errcode = 'check_violation', hint = 'Sign in with it, then ask it of every admin.';
  end if;
  return new;
end
$$;
create trigger ask_second_factor_with_one
  before insert or update on public.site_settings
  for each row execute function private.ask_second_factor_with_one();

-- Gives a user a role and says why, or takes it away (null). `began_param` is the role that whoever decides saw: 'none' for no
-- role. Where it is another one by now, nothing is changed. Runs as the caller; the checks make refusals readable.
create function public.give_role(
  user_id_param uuid, role_param public.app_role, reason_param text, began_param text default null
) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if coalesce(reason_param, '') !~ '[^[:space:][:cntrl:]\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]'
    or length(reason_param) > 500
  then
    raise exception 'Say in a few words why' using errcode = 'PT400', hint = 'The reason is kept in the log of changes.';
  end if;
  if current_user = 'authenticated' and not private.has_role('admin') then
    raise exception 'Only an admin may change roles'
      using errcode = 'insufficient_privilege', hint = 'Sign in with an admin account.';
  end if;
  perform private.require_role_as_seen(user_id_param, began_param);
  perform set_config('app.reason', trim(reason_param), true);
  if role_param is null then
    delete from public.user_roles where user_id = user_id_param;
  else
    perform public.update_user_role(user_id_param, role_param);
  end if;
  perform set_config('app.reason', '', true);
exception
  when foreign_key_violation then
    raise exception 'There is no such user' using errcode = 'PT404', hint = 'The account may have been deleted: look at the list again.';
end
$$;
comment on function public.give_role(uuid, public.app_role, text, text) is
  'Gives a user a role with the reason, or takes it away with null, unless it is another than the one seen; the last admin stays.';
revoke execute on function public.give_role(uuid, public.app_role, text, text) from public, anon;
grant execute on function public.give_role(uuid, public.app_role, text, text) to authenticated, service_role;

-- Codes that stand for a lost second factor. Only their hashes are kept: they are as random as keys, so one round is enough.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Hashes of the codes that stand for a lost second factor, once each.';
alter table private.recovery_codes enable row level security;

-- Ten new codes for the caller, shown this once; the old ones end. Security definer because nobody reads or writes them.
create function public.create_recovery_codes() returns text[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  codes text[];
begin
  if coalesce((select auth.jwt()) ->> 'aal', '') not in ('aal2', 'aal3') or not private.session_is_open() then
    raise exception 'Show your second factor first'
      using errcode = 'PT403', hint = 'Enter a code of your authenticator app, then make recovery codes.';
  end if;
  perform private.require_recent_proof();
  -- Eighteen hexadecimal digits without the fixed ones of a UUID: 72 random bits.
  select array_agg(regexp_replace(digits, '(.{6})(.{6})(.{6})', '\1-\2-\3')) into codes
  from (
    select left(digits, 12) || right(digits, 6) as digits
    from (select replace(gen_random_uuid()::text, '-', '') as digits from generate_series(1, 10)) as made
  ) as short;
  delete from private.recovery_codes where user_id = (select auth.uid());
  insert into private.recovery_codes (user_id, code_hash)
  select (select auth.uid()), sha256(convert_to(replace(code, '-', ''), 'UTF8')) from unnest(codes) as code;
  perform private.log_account_change((select auth.uid()), 'recovery codes made');
  return codes;
end
$$;
comment on function public.create_recovery_codes() is 'Ten new codes that stand for a lost second factor, shown this once.';
revoke execute on function public.create_recovery_codes() from public, anon;
grant execute on function public.create_recovery_codes() to authenticated;

-- Takes all codes of a user away if this is one of them; whether it is. Codes end with the second factor that they were made
-- for: one that is set up later does not bring an old sheet back. For the function use-recovery-code alone, which limits how
-- often, asks for the session and removes the factor.
create function private.take_recovery_code(of_user uuid, code text) returns boolean
  language plpgsql volatile security definer
  set search_path = ''
as $$
begin
  delete from private.recovery_codes
  where user_id = of_user
    and exists (
      select
      from private.recovery_codes as given
      join auth.mfa_factors as factor using (user_id)
      where given.user_id = of_user
        and given.code_hash = sha256(convert_to(regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8'))
        and factor.status = 'verified'
        and factor.created_at <= given.created_at
    );
  if not found then
    return false;
  end if;
  perform private.log_account_change(of_user, 'second factor removed by a recovery code');
  return true;
end
$$;

-- A line of the log for what is done to accounts, which are no table of the shop's.
create function private.log_account_change(of_user uuid, what text) returns void
  language sql volatile security definer -- nobody writes the log
  set search_path = ''
as $$
  insert into public.audit_log (actor, change_set, reason, table_name, row_key, action, columns, for_role)
  values (
    private.actor(), private.change_set(), nullif(current_setting('app.reason', true), ''), 'auth.users', of_user::text, 'update',
    array[what], 'admin'
  )
$$;
grant execute on function private.take_recovery_code(uuid, text), private.log_account_change(uuid, text) to service_role;
