-- Changes of how staff sign in are told to the log, whoever makes them: an account is no table of the shop's, and whoever
-- stole a session changes it without asking the office. The log holds what was changed and no value.

-- Trigger: a line for each changed account of staff. Security definer because nobody writes the log.
create function private.log_changed_account() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (select from public.user_roles where user_id = new.id) then
    return null;
  end if;
  -- Signing in may hash the same password anew.
  if new.encrypted_password is distinct from old.encrypted_password
    and coalesce(current_setting('platform.rehash', true), '') <> 'on'
  then
    perform private.log_account_change(new.id, 'password changed');
  end if;
  if new.email is distinct from old.email then
    perform private.log_account_change(new.id, 'address changed');
  end if;
  return null;
end
$$;
create trigger log_changed_account
  after update of encrypted_password, email on auth.users
  for each row execute function private.log_changed_account();

-- Trigger: the same for a second factor that is set up or removed. One that was never shown is none. Security definer as above.
create function private.log_changed_factor() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  of_user constant uuid := coalesce(new.user_id, old.user_id);
  stood constant boolean := coalesce(old.status::text, '') = 'verified';
  stands constant boolean := coalesce(new.status::text, '') = 'verified';
begin
  -- With the account itself everything goes, which its own line says.
  if stood <> stands and exists (select from public.user_roles join auth.users on id = user_id where user_id = of_user) then
    perform private.log_account_change(of_user, case when stands then 'second factor set up' else 'second factor removed' end);
  end if;
  return null;
end
$$;
create trigger log_changed_factor
  after insert or update of status or delete on auth.mfa_factors
  for each row execute function private.log_changed_factor();
