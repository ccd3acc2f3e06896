-- Roles change with a reason, which the log keeps, whichever way somebody of staff changes them.

-- The reason of this transaction: what give_role or undo_change_set was given, or the header x-reason of the request.
create function private.reason() returns text
  language sql stable
  set search_path = ''
as $$
  select left(trim(coalesce(
    nullif(current_setting('app.reason', true), ''),
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-reason'
  )), 500)
$$;
comment on function private.reason() is 'Why this request changes something, where it says so.';
grant execute on function private.reason() to authenticated, service_role;

-- Trigger: jobs of the shop and its key are not asked.
create function private.ask_why_a_role_changes() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  reason constant text := private.reason();
begin
  if current_setting('role') = 'authenticated' then
    if coalesce(reason, '') !~ '[^[:space:][:cntrl:]\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]' then
      raise exception 'Say in a few words why this role changes'
        using errcode = 'PT400', hint = 'Give the reason to give_role or undo_change_set, or send it as the header X-Reason.';
    end if;
    perform set_config('app.reason', reason, true);
  end if;
  return null;
end
$$;
create trigger ask_why_a_role_changes
  before insert or update or delete on public.user_roles
  for each statement execute function private.ask_why_a_role_changes();
