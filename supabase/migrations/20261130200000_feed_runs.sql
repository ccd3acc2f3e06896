-- Imports as long work: who asked for which, held and previewed runs, and the clock that starts them.

-- What can be imported, and when it is unless staff say otherwise. The worker has the work under the same names.
create table private.feed_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z0-9-]{1,40}$'),
  network_id text not null references public.networks (id),
  title text not null,
  -- A time of day in UTC, or every so many minutes counted from midnight of 1970-01-01 UTC.
  at_time time,
  every_minutes integer,
  -- Of the worker, as in job_kinds. Look-ups ask for minutes beside everything else and write in a moment.
  lane text not null default 'products' check (lane in ('products', 'other')),
  check (num_nonnulls(at_time, every_minutes) = 1)
);
comment on table private.feed_kinds is 'Imports that there are, and their usual times.';
alter table private.feed_kinds enable row level security;
insert into private.feed_kinds (kind, network_id, title, at_time, every_minutes, lane) values
  ('amazon', 'amazon', 'Amazon', '06:00', null, 'other'),
  ('amazon-update', 'amazon', 'Amazon prices', null, 60, 'other'),
  ('awin', 'awin', 'Awin', '07:00', null, 'products'),
  ('cj', 'cj', 'CJ Affiliate', '08:00', null, 'products'),
  ('demo', 'awin', 'The demo shop', '05:00', null, 'products'),
  ('shopify', 'shopify', 'Shopify', null, 30, 'other'),
  ('sovrn', 'sovrn', 'Sovrn Commerce', '09:00', null, 'other');

insert into private.job_kinds (kind, lane, for_role) values
  ('feed-run', 'products', 'editor'),
  ('all-feeds', 'other', 'editor');

alter table public.feed_runs
  -- Of private.feed_kinds; null for a run that the command line or the first start made.
  add column kind text references private.feed_kinds (kind),
  -- The job that does it, or did it last.
  add column job_run_id uuid references public.job_runs (id) on delete set null,
  add column requested_at timestamptz not null default now(),
  -- Null for the clock and the command line. Not a foreign key: a run outlives the account.
  add column started_by uuid,
  -- What of the network is read: {} is all of it.
  add column scope jsonb not null default '{}' check (jsonb_typeof(scope) = 'object' and pg_column_size(scope) <= 8192),
  -- Does all of it, tells the difference, and takes it back.
  add column dry_run boolean not null default false,
  -- Publishes whatever its counts are: somebody looked at them.
  add column publish_anyway boolean not null default false,
  -- What it is doing now, in words.
  add column phase text,
  -- Rows of the last run of the same source; null where there was none.
  add column expected_rows bigint,
  -- Over the last two seconds.
  add column rows_per_second integer,
  -- Times that it was begun.
  add column attempts integer not null default 0,
  -- When a run that could not reach its network tries again.
  add column next_try_at timestamptz,
  add column cancel_requested_at timestamptz,
  -- Who cancelled or discarded it, and who published it although it was held; as started_by.
  add column ended_by uuid,
  add column published_by uuid,
  -- The run whose work this one does again.
  add column retry_of bigint references public.feed_runs (id) on delete set null,
  -- Names the folder of what was fetched. A run that is started again has the folder of the first.
  add column spool_id uuid not null default gen_random_uuid(),
  -- Until then what was fetched is kept, for publishing and for trying again.
  add column spool_until timestamptz,
  -- What a held run or a preview would change: {"samples": {"new": [], "changed": [], "delisted": []}}.
  add column difference jsonb;
comment on column public.feed_runs.phase is 'What the run is doing now, in words.';
comment on column public.feed_runs.started_by is 'The account that asked for it; null for the clock and the command line.';
create index feed_runs_of_jobs on public.feed_runs (job_run_id) where job_run_id is not null;
create index feed_runs_retries on public.feed_runs (retry_of) where retry_of is not null;
create index feed_runs_spools on public.feed_runs (spool_until) where spool_until is not null;
-- Two of a kind would do the same work one after the other.
create unique index feed_runs_under_way on public.feed_runs (kind) where status in ('queued', 'running');

-- Live in the office. A hosted project without the publication is asked again and again.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.feed_runs;
  end if;
end
$$;

-- What the clock knows of each kind.
create table private.feed_clocks (
  kind text primary key references private.feed_kinds (kind),
  -- The slot that was met last; before the first, nothing is missed.
  last_slot timestamptz not null default now(),
  -- What the kind cannot run without, in a sentence; null where nothing is missing.
  missing text
);
comment on table private.feed_clocks is 'Slots of each import that have been met, and what it lacks.';
alter table private.feed_clocks enable row level security;

-- Puts a run on the worker's list, with the rights of whoever asked.
create function private.queue_feed_run(run_id bigint, asking uuid, aal text) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  job uuid;
begin
  insert into public.job_runs (kind, lane, args, started_by, started_aal, for_role)
  select 'feed-run', kinds.lane, jsonb_build_object('run', run_id), asking, aal,
    (select for_role from private.job_kinds where kind = 'feed-run')
  from public.feed_runs as runs join private.feed_kinds as kinds on kinds.kind = runs.kind
  where runs.id = run_id
  returning id into job;
  update public.feed_runs
  set status = 'queued', job_run_id = job, next_try_at = null, phase = null, finished_at = null, cancel_requested_at = null,
    ended_by = null
  where id = run_id;
  perform pg_catalog.pg_notify('job_runs', job::text);
end
$$;

-- Asks for an import, which the worker does; returns the run's id. Security definer because nobody writes runs directly.
create function public.start_feed_run(kind_param text, scope_param jsonb default '{}', dry_run_param boolean default false)
  returns bigint
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not private.may_act('editor') then
    raise exception 'You may not start imports'
      using errcode = 'insufficient_privilege', hint = 'Ask somebody with the role editor.';
  end if;
  return private.new_feed_run(kind_param, scope_param, dry_run_param, 'manual', null);
end
$$;
comment on function public.start_feed_run(text, jsonb, boolean) is
  'Asks for an import and returns the id of its run: watch it in feed_runs.';
revoke execute on function public.start_feed_run(text, jsonb, boolean) from public, anon;
grant execute on function public.start_feed_run(text, jsonb, boolean) to authenticated, service_role;

create function private.new_feed_run(
  kind_param text, scope_param jsonb, dry_run_param boolean, trigger_param text, again bigint
) returns bigint
  language plpgsql
  set search_path = ''
as $$
declare
  wanted private.feed_kinds;
  earlier public.feed_runs;
  lack text;
  run bigint;
begin
  select * into wanted from private.feed_kinds where kind = kind_param;
  if wanted is null then
    raise exception 'There is no import "%"', kind_param using errcode = 'PT400';
  end if;
  if jsonb_typeof(scope_param) <> 'object' or pg_column_size(scope_param) > 8192 then
    raise exception 'What of the network is wanted is an object of at most 8 kB'
      using errcode = 'PT400', hint = '{"programmes": ["123"]} names some, {} is all of it.';
  end if;
  -- More than anybody starts by hand. Imports that fail at once are under way never, and each is told to all staff.
  if trigger_param = 'manual' and private.actor() is not null then
    perform pg_advisory_xact_lock(hashtextextended('imports of ' || private.actor(), 0));
    if 20 <= (
      select count(*) from public.feed_runs
      where started_by = private.actor() and trigger = 'manual' and requested_at > now() - interval '1 minute'
    ) then
      raise exception 'You have started twenty imports within a minute' using errcode = 'PT429', hint = 'Wait a minute.';
    end if;
  end if;
  select * into earlier from public.feed_runs where id = again;
  begin
    insert into public.feed_runs
      (network_id, source_name, trigger, status, kind, started_by, scope, dry_run, retry_of, spool_id)
    values (
      wanted.network_id, coalesce(earlier.source_name, wanted.kind), trigger_param, 'queued', wanted.kind, private.actor(),
      coalesce(scope_param, '{}'), coalesce(dry_run_param, false), again, coalesce(earlier.spool_id, gen_random_uuid())
    )
    returning id into run;
  exception
    when unique_violation then
      raise exception 'An import of % waits or runs already', wanted.title
        using errcode = 'PT409', hint = 'Wait until it has ended, or cancel it.';
  end;
  select missing into lack from private.feed_clocks where kind = wanted.kind;
  if lack is null then
    perform private.queue_feed_run(run, private.actor(), (select auth.jwt()) ->> 'aal');
  else
    -- It leaves a run that says why.
    update public.feed_runs set status = 'failed', finished_at = now(), message = lack where id = run;
  end if;
  return run;
end
$$;

-- The run, locked, for somebody who may do something about it.
create function private.lock_feed_run(run_id bigint) returns public.feed_runs
  language plpgsql
  set search_path = ''
as $$
declare
  run public.feed_runs;
begin
  if not private.may_act('editor') then
    raise exception 'You may do nothing about imports'
      using errcode = 'insufficient_privilege', hint = 'Ask somebody with the role editor.';
  end if;
  select * into run from public.feed_runs where id = run_id for update;
  if run is null then
    raise exception 'There is no such import' using errcode = 'PT404', hint = 'Look at the list again.';
  end if;
  return run;
end
$$;

-- Cancels a run: one that waits at once, one that runs within two seconds, whichever process has it.
create function public.cancel_feed_run(run_id bigint) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run constant public.feed_runs := private.lock_feed_run(run_id);
begin
  if run.status not in ('queued', 'running') then
    raise exception 'This import has ended already' using errcode = 'PT409', hint = 'Its run says how.';
  end if;
  update public.job_runs set cancel_requested_at = coalesce(cancel_requested_at, now())
  where id = run.job_run_id and status in ('queued', 'running');
  update public.feed_runs
  set cancel_requested_at = coalesce(feed_runs.cancel_requested_at, now()),
    status = case when status = 'queued' then 'cancelled' else status end,
    finished_at = case when status = 'queued' then now() end,
    ended_by = private.actor(),
    next_try_at = null,
    message = case when status = 'queued' then 'Cancelled before it began. Nothing was published.' else message end
  where id = run_id;
  update public.job_runs
  set status = 'cancelled', finished_at = now(), message = 'Cancelled before it began.'
  where id = run.job_run_id and status = 'queued';
end
$$;
comment on function public.cancel_feed_run(bigint) is 'Cancels an import, at once or within two seconds.';
revoke execute on function public.cancel_feed_run(bigint) from public, anon;
grant execute on function public.cancel_feed_run(bigint) to authenticated, service_role;

-- Does the work of an ended run again, as a new run that has what the first has fetched; returns its id.
create function public.retry_feed_run(run_id bigint) returns bigint
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run constant public.feed_runs := private.lock_feed_run(run_id);
begin
  if run.status not in ('failed', 'cancelled', 'discarded', 'previewed') then
    raise exception 'Only an import that failed, was cancelled, discarded or a preview is started again'
      using errcode = 'PT409', hint = 'A held one is published or discarded.';
  end if;
  if run.kind is null then
    raise exception 'This import was started by the command line' using errcode = 'PT409', hint = 'Start it there again.';
  end if;
  return private.new_feed_run(run.kind, run.scope, run.dry_run, 'manual', run.id);
end
$$;
comment on function public.retry_feed_run(bigint) is 'Starts an ended import again, as a new run; returns its id.';
revoke execute on function public.retry_feed_run(bigint) from public, anon;
grant execute on function public.retry_feed_run(bigint) to authenticated, service_role;

-- Publishes what a held run has fetched, without fetching again; the same run ends a second time.
create function public.publish_held_run(run_id bigint) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run constant public.feed_runs := private.lock_feed_run(run_id);
begin
  if run.status <> 'held' then
    raise exception 'This import is not held' using errcode = 'PT409', hint = 'Look at the list again.';
  end if;
  if run.kind is null then
    raise exception 'This import was started by the command line'
      using errcode = 'PT409', hint = 'Start it there again with --force.';
  end if;
  if run.spool_until is null or run.spool_until <= now() then
    raise exception 'What this import has fetched was kept for a day and is gone'
      using errcode = 'PT409', hint = 'Discard it and start the import again.';
  end if;
  if exists (
    select from public.feed_runs as newer
    where newer.kind = run.kind and newer.status = 'succeeded' and newer.started_at > run.started_at
  ) then
    raise exception 'A newer import of the same source is published' using errcode = 'PT409', hint = 'Discard this one.';
  end if;
  begin
    update public.feed_runs set publish_anyway = true, published_by = private.actor(), status = 'queued' where id = run_id;
  exception
    when unique_violation then
      raise exception 'Another import of the same source waits or runs'
        using errcode = 'PT409', hint = 'Wait until it has ended, or cancel it.';
  end;
  perform private.queue_feed_run(run_id, private.actor(), (select auth.jwt()) ->> 'aal');
end
$$;
comment on function public.publish_held_run(bigint) is 'Publishes a held import from what it has fetched.';
revoke execute on function public.publish_held_run(bigint) from public, anon;
grant execute on function public.publish_held_run(bigint) to authenticated, service_role;

-- Ends a held run; what it has fetched is deleted. The next run reads the same editions again.
create function public.discard_held_run(run_id bigint) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  run constant public.feed_runs := private.lock_feed_run(run_id);
begin
  if run.status <> 'held' then
    raise exception 'This import is not held' using errcode = 'PT409', hint = 'Look at the list again.';
  end if;
  update public.feed_runs
  set status = 'discarded', finished_at = now(), message = 'Discarded. Nothing was published.',
    ended_by = private.actor(), spool_until = least(spool_until, now())
  where id = run_id;
end
$$;
comment on function public.discard_held_run(bigint) is 'Ends a held import without publishing it.';
revoke execute on function public.discard_held_run(bigint) from public, anon;
grant execute on function public.discard_held_run(bigint) to authenticated, service_role;

-- Trigger: a job that ends without its run's doing, because it was cancelled or died five times, ends the run. Security definer
-- because nobody writes runs.
create function private.end_feed_run() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.feed_runs
  set status = new.status, finished_at = now(),
    message = case new.status when 'cancelled' then 'Cancelled. Nothing was published.' else new.message end
  where job_run_id = new.id and status in ('queued', 'running');
  return null;
end
$$;
create trigger end_feed_run
  after update on public.job_runs
  for each row
  when (new.kind = 'feed-run' and new.status in ('failed', 'cancelled') and old.status in ('queued', 'running'))
  execute function private.end_feed_run();
