-- A run of long work is as confidential as what it works on: its arguments and messages hold values of those rows.

-- Trigger: the role of the table or of the change set, where it is more than that of the kind; and arguments that can be told
-- to be wrong before a worker has them. Security definer because the caller may not see the lines and uploads that it asks for.
create function private.judge_job() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  needed public.app_role;
begin
  case new.kind
    when 'bulk-change' then
      select for_role into needed from private.audited_tables where table_name = new.args ->> 'table';
    when 'import-csv' then
      select rules.for_role into needed
      from private.csv_uploads as upload join private.audited_tables as rules using (table_name)
      where upload.id::text = new.args ->> 'upload';
    when 'undo-change-set' then
      if coalesce(new.args ->> 'change_set', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        raise exception 'There is no such change to undo'
          using errcode = 'PT400', hint = 'Take the change_set of a line of the log of changes.';
      end if;
      select max(for_role) into needed from public.audit_log where change_set = (new.args ->> 'change_set')::uuid;
    else
      null;
  end case;
  -- The worker has no session to be asked for.
  if new.kind = 'undo-change-set' and needed = 'admin' then
    perform private.require_recent_proof();
  end if;
  new.for_role := greatest(new.for_role, needed);
  if not private.may_act(new.for_role) then
    raise exception 'You may not start this job'
      using errcode = 'insufficient_privilege', hint = 'Ask somebody with the role ' || new.for_role || '.';
  end if;
  return new;
end
$$;
create trigger judge_job
  before insert on public.job_runs
  for each row execute function private.judge_job();
