-- Further ways of signing in leave a line of the log, as 20261129030000_account_log.sql does for the others.

-- Trigger: a passkey or an identity that is added or removed. The address of the account is an identity too, which its own
-- lines tell of. Security definer because nobody writes the log.
create function private.log_changed_sign_in() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  of_user constant uuid := changed ->> 'user_id';
begin
  if tg_op = 'INSERT' and changed ->> 'provider' in ('email', 'phone') then
    return null;
  end if;
  -- With the account itself everything goes, which its own line says.
  if exists (select from public.user_roles join auth.users on id = user_id where user_id = of_user) then
    perform private.log_account_change(of_user, case
      when tg_table_name = 'identities' then case tg_op when 'INSERT' then 'identity linked' else 'identity unlinked' end
      else case tg_op when 'INSERT' then 'passkey registered' else 'passkey removed' end
    end);
  end if;
  return null;
end
$$;
create trigger log_changed_identity
  after insert or delete on auth.identities
  for each row execute function private.log_changed_sign_in();

-- Not every hosted project has passkeys.
do $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger log_changed_passkey
      after insert or delete on auth.webauthn_credentials
      for each row execute function private.log_changed_sign_in();
  end if;
end
$$;
