-- Long work: a row for each run, which the worker process takes, does, and reports in. What is no call of a function goes here.

-- What can be asked for. The worker has the work under the same names.
create table private.job_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z-]{1,40}$'),
  -- Jobs of the lane `products` run one after another, imports among them; the others side by side.
  lane text not null check (lane in ('products', 'other')),
  -- The least role that may start it.
  for_role public.app_role not null
);
comment on table private.job_kinds is 'Kinds of long work, and who may start them.';
alter table private.job_kinds enable row level security;
insert into private.job_kinds (kind, lane, for_role) values
  ('bulk-change', 'products', 'editor'),
  ('undo-change-set', 'products', 'editor');

create table public.job_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null references private.job_kinds (kind),
  lane text not null,
  -- What the kind was asked to do. Never a secret.
  args jsonb not null default '{}' check (jsonb_typeof(args) = 'object' and pg_column_size(args) <= 65536),
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  -- What it is doing now, in words.
  phase text,
  done bigint not null default 0,
  -- Null while it is not known.
  total bigint,
  -- Of those done, how many were refused; the log says which and why.
  refused bigint not null default 0,
  -- Why it failed or ended early, and what to do.
  message text,
  result jsonb,
  -- Where a run that was cut off goes on.
  checkpoint jsonb,
  -- Its changes in audit_log: pass it to undo_change_set.
  change_set uuid not null default gen_random_uuid(),
  started_by uuid,
  -- The assurance level that its starter had shown then (aal1, aal2): it goes no further than they could.
  started_aal text,
  for_role public.app_role not null,
  -- Times it was begun and not ended by itself.
  attempts integer not null default 0,
  -- The process that has it.
  worker text,
  created_at timestamptz not null default now(),
  -- When a worker put it on its queue.
  handed_over_at timestamptz,
  started_at timestamptz,
  heartbeat_at timestamptz,
  cancel_requested_at timestamptz,
  finished_at timestamptz
);
comment on table public.job_runs is 'Runs of long work: who started it, how far it is, and how it ended. start_job makes one.';
comment on column public.job_runs.done is 'Rows or steps that are done, of total.';
comment on column public.job_runs.change_set is 'The change set of everything that it changed.';
create index job_runs_newest on public.job_runs (created_at, id);
create index job_runs_under_way on public.job_runs (started_by) where status in ('queued', 'running');
create index job_runs_not_handed_over on public.job_runs (created_at) where handed_over_at is null and status = 'queued';

-- What a run has to say line by line.
create table public.job_run_lines (
  id bigint generated always as identity primary key,
  job_run_id uuid not null references public.job_runs (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null check (length(message) <= 2000)
);
comment on table public.job_run_lines is 'The log of each run of long work; what it refused, and why.';
create index job_run_lines_run on public.job_run_lines (job_run_id, id);

alter table public.job_runs enable row level security;
alter table public.job_run_lines enable row level security;
grant select on public.job_runs, public.job_run_lines to authenticated, service_role;
-- Functions of the shop have something to say to a run as well.
grant insert on public.job_run_lines to service_role;
create policy "editors watch the jobs that they may start" on public.job_runs
  for select to authenticated
  using (for_role <> 'admin' and (select private.has_role('editor')));
create policy "admins watch every job" on public.job_runs
  for select to authenticated
  using ((select private.has_role('admin')));
create policy "staff read the lines of runs that they may watch" on public.job_run_lines
  for select to authenticated
  using (exists (select from public.job_runs where job_runs.id = job_run_id));

-- Live in the office. A hosted project without the publication shows runs when a screen is loaded.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.job_runs;
  end if;
end
$$;

-- Asks for long work; returns the run's id. Asked twice for the same while it waits or runs, as by a second press, it is one run.
-- Security definer because nobody writes runs directly; who may is asked.
create function public.start_job(kind_param text, args_param jsonb default '{}') returns uuid
  language plpgsql security definer
  set search_path = ''
as $$
declare
  wanted private.job_kinds;
  asking constant uuid := private.actor();
  run uuid;
begin
  select * into wanted from private.job_kinds where kind = kind_param;
  if wanted is null then
    raise exception 'There is no kind of job "%"', kind_param using errcode = 'PT400';
  end if;
  if wanted.kind = 'feed-run' then
    raise exception 'An import is started as a run, not as a job' using errcode = 'PT400', hint = 'Start it with start_feed_run.';
  end if;
  if not private.may_act(wanted.for_role) then
    raise exception 'You may not start this job'
      using errcode = 'insufficient_privilege', hint = 'Ask somebody with the role ' || wanted.for_role || '.';
  end if;
  -- More than anybody starts by hand; without a limit one account would keep everybody's jobs waiting.
  if asking is not null then
    perform pg_advisory_xact_lock(hashtextextended('jobs of ' || asking, 0));
    select id into run
    from public.job_runs
    where started_by = asking and kind = kind_param and args = coalesce(args_param, '{}') and status in ('queued', 'running')
      and cancel_requested_at is null;
    if run is not null then
      return run;
    end if;
    if (select count(*) from public.job_runs where started_by = asking and status in ('queued', 'running')) >= 20 then
      raise exception 'Twenty jobs of yours wait or run already'
        using errcode = 'PT429', hint = 'Wait until one of them has ended, or cancel one.';
    end if;
  end if;
  insert into public.job_runs (kind, lane, args, started_by, started_aal, for_role)
  values (
    wanted.kind, wanted.lane, coalesce(args_param, '{}'), asking, (select auth.jwt()) ->> 'aal', wanted.for_role
  )
  returning id into run;
  perform pg_catalog.pg_notify('job_runs', run::text);
  return run;
end
$$;
comment on function public.start_job(text, jsonb) is 'Asks for long work and returns the id of its run: watch it in job_runs.';
revoke execute on function public.start_job(text, jsonb) from public, anon;
grant execute on function public.start_job(text, jsonb) to authenticated, service_role;

-- Cancels a run: one that waits at once, one that runs as soon as its worker hears of it. Security definer as start_job.
create function public.cancel_job(run_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run public.job_runs;
begin
  -- Locked after the import's run, as whoever cancels that does.
  perform public.cancel_feed_run((args ->> 'run')::bigint)
  from public.job_runs
  where id = run_id and kind = 'feed-run' and status in ('queued', 'running') and private.may_act(for_role);
  if found then
    return;
  end if;
  select * into run from public.job_runs where id = run_id for update;
  if run is null or not private.may_act(run.for_role) then
    raise exception 'There is no such job that you may cancel' using errcode = 'PT404';
  end if;
  if run.status not in ('queued', 'running') then
    raise exception 'This job has ended already' using errcode = 'PT409', hint = 'Its changes can be undone as a whole.';
  end if;
  update public.job_runs
  set cancel_requested_at = coalesce(cancel_requested_at, now()),
    status = case when status = 'queued' then 'cancelled' else status end,
    finished_at = case when status = 'queued' then now() end,
    message = case when status = 'queued' then 'Cancelled before it began.' else message end
  where id = run_id;
end
$$;
comment on function public.cancel_job(uuid) is 'Cancels a run of long work, at once or within two seconds.';
revoke execute on function public.cancel_job(uuid) from public, anon;
grant execute on function public.cancel_job(uuid) to authenticated, service_role;

-- Starts the work of an ended run again, as a new run; returns its id.
create function public.retry_job(run_id uuid) returns uuid
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run public.job_runs;
  again bigint;
  import public.feed_runs;
begin
  select * into run from public.job_runs where id = run_id;
  if run is null or not private.may_act(run.for_role) then
    raise exception 'There is no such job that you may start again' using errcode = 'PT404';
  end if;
  if run.status in ('queued', 'running') then
    raise exception 'This job has not ended yet' using errcode = 'PT409';
  end if;
  if run.kind <> 'feed-run' then
    return public.start_job(run.kind, run.args);
  end if;
  again := public.retry_feed_run((run.args ->> 'run')::bigint);
  select * into import from public.feed_runs where id = again;
  if import.job_run_id is null then
    raise exception '%', import.message using errcode = 'PT409';
  end if;
  return import.job_run_id;
end
$$;
comment on function public.retry_job(uuid) is 'Starts the work of an ended run again, as a new run.';
revoke execute on function public.retry_job(uuid) from public, anon;
grant execute on function public.retry_job(uuid) to authenticated, service_role;

-- The condition that a filter of a list stands for, as SQL: an array of {column, op, value} that must all hold. op is eq, neq,
-- gt, gte, lt, lte, in (value is an array), contains (letter case does not matter; "also" names further columns, one of which
-- may hold it instead), is_null or is_not_null.
create function private.filter_sql(of_table text, filter jsonb) returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  condition record;
  of_type text;
  unknown text;
  parts text[] := '{}';
begin
  if not exists (select from private.listed_tables where table_name = of_table) then
    raise exception 'There is no list of "%"', of_table using errcode = 'PT400';
  end if;
  if jsonb_typeof(filter) is distinct from 'array' then
    raise exception 'A filter is a list of conditions' using errcode = 'PT400';
  end if;
  -- Each is read in every row.
  if 20 < (
    select sum(1 + coalesce(cardinality(also), 0)) from jsonb_to_recordset(filter) as given (also text[], op text) where op = 'contains'
  ) then
    raise exception 'A filter may search 20 columns at most' using errcode = 'PT400';
  end if;
  for condition in select * from jsonb_to_recordset(filter) as given ("column" text, also text[], op text, value jsonb) loop
    select format_type(atttypid, null) into of_type
    from pg_catalog.pg_attribute
    where attrelid = ('public.' || quote_ident(of_table))::regclass
      and attname = condition."column" and attnum > 0 and not attisdropped;
    if of_type is null then
      raise exception 'There is no column "%"', condition."column" using errcode = 'PT400';
    end if;
    select name into unknown
    from unnest(condition.also) as name
    where not exists (
      select from pg_catalog.pg_attribute
      where attrelid = format('public.%I', of_table)::regclass and attname = name and attnum > 0 and not attisdropped
    )
    limit 1;
    if found then
      raise exception 'There is no column "%"', unknown using errcode = 'PT400';
    end if;
    parts := parts || case
      when condition.op = 'is_null' then format('%I is null', condition."column")
      when condition.op = 'is_not_null' then format('%I is not null', condition."column")
      when condition.op = 'in' and jsonb_typeof(condition.value) = 'array' then format('%I = any (%L::%s[])',
        condition."column", array(select jsonb_array_elements_text(condition.value)), of_type)
      when condition.op = 'contains' then (
        select '(' || string_agg(format('%I::text ilike %L', name, '%' || part || '%'), ' or ') || ')'
        from unnest(condition."column" || coalesce(condition.also, '{}')) as name,
          replace(replace(replace(condition.value #>> '{}', '\', '\\'), '%', '\%'), '_', '\_') as part
      )
      when condition.op in ('eq', 'neq', 'gt', 'gte', 'lt', 'lte') and condition.value #>> '{}' is not null then
        format('%I %s %L::%s', condition."column",
          (jsonb_build_object('eq', '=', 'neq', 'is distinct from', 'gt', '>', 'gte', '>=', 'lt', '<', 'lte', '<=')) ->> condition.op,
          condition.value #>> '{}', of_type)
    end;
    if parts[cardinality(parts)] is null then
      raise exception 'The condition on "%" is not understood', condition."column" using errcode = 'PT400';
    end if;
    -- Planned and not run: Postgres reads the values while it plans.
    begin
      execute format('select from public.%I where %s limit 0', of_table, parts[cardinality(parts)]);
    exception
      when data_exception or syntax_error_or_access_rule_violation then
        raise exception 'The condition on "%" is not understood: %', condition."column", sqlerrm using errcode = 'PT400';
    end;
  end loop;
  return coalesce(nullif(array_to_string(parts, ' and '), ''), 'true');
end
$$;
grant execute on function private.filter_sql(text, jsonb) to authenticated, service_role;

-- How many rows of a table a filter means, as the caller sees them; cap + 1 stands for more than cap.
create function public.count_matching(of_table text, filter jsonb, cap integer default 1000000) returns bigint
  language plpgsql stable
  set search_path = ''
as $$
declare
  counted bigint;
begin
  execute format('select count(*) from (select from public.%I where %s limit %s) as capped',
    of_table, private.filter_sql(of_table, filter), least(greatest(cap, 0), 10000000) + 1) into counted;
  return counted;
end
$$;
comment on function public.count_matching(text, jsonb, integer) is
  'How many rows a filter means: [{column, op, value}], all of which must hold.';
revoke execute on function public.count_matching(text, jsonb, integer) from public, anon;
grant execute on function public.count_matching(text, jsonb, integer) to authenticated, service_role;
