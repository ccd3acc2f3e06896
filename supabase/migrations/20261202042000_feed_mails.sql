-- Mail to staff about imports that wait for somebody: one for each cause and day.

create table private.feed_mails (
  -- Also of the mail in the outbox, which takes each once.
  mail_id uuid primary key default gen_random_uuid(),
  cause text not null,
  day date not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  sentence text not null,
  feed_run_id bigint references public.feed_runs (id) on delete set null,
  handed_over_at timestamptz,
  unique (cause, day, user_id)
);
comment on table private.feed_mails is 'Which of staff was mailed about which trouble of an import, by day.';
create index feed_mails_user on private.feed_mails (user_id);
create index feed_mails_run on private.feed_mails (feed_run_id);
alter table private.feed_mails enable row level security;
grant select, update on private.feed_mails to service_role;

-- Plans a mail for each trouble of the last day that its day's mails do not name, to each of staff who may do something about
-- imports and whose address is proven; returns those that were not handed over yet. Numbers in a sentence make no other cause.
-- Security definer because accounts are the platform's.
create function private.plan_feed_mails()
  returns table (mail_id uuid, email text, title text, sentence text, feed_run_id bigint)
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into private.feed_mails (cause, day, user_id, title, sentence, feed_run_id)
  select trouble.cause, trouble.day, users.id, trouble.title, trouble.sentence, trouble.run
  from (
    (
      select distinct on (1, 2) concat_ws(' ', runs.kind, runs.status, regexp_replace(runs.message, '[0-9]+', '', 'g')) as cause,
        (runs.finished_at at time zone 'UTC')::date as day,
        format(case runs.status when 'held' then 'The import of %s is held' else 'The import of %s failed' end, kinds.title)
          as title,
        coalesce(runs.message, 'The list of imports says more.') as sentence,
        runs.id as run
      from public.feed_runs as runs
      join private.feed_kinds as kinds on kinds.kind = runs.kind
      where runs.status in ('held', 'failed')
        and runs.finished_at > now() - interval '24 hours'
      order by 1, 2, runs.id desc
    )
    union all
    -- A red light: nothing was published for two days, where something was before.
    select 'late ' || times.kind, (now() at time zone 'UTC')::date, format('%s was not imported for two days', times.title),
      format('Its last good import ended on %s UTC.', to_char(last.finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
      last.id
    from private.feed_times as times
    cross join lateral (
      select id, finished_at from public.feed_runs
      where kind = times.kind and status = 'succeeded'
      order by finished_at desc limit 1
    ) as last
    where not times.is_paused and last.finished_at < now() - interval '48 hours'
  ) as trouble
  cross join auth.users
  join public.user_roles on user_roles.user_id = users.id and user_roles.role in ('editor', 'admin')
  where users.email_confirmed_at is not null
    and users.deleted_at is null
    and (users.banned_until is null or users.banned_until < now())
  on conflict on constraint feed_mails_cause_day_user_id_key do nothing;
  return query
    select mails.mail_id, users.email::text, mails.title, mails.sentence, mails.feed_run_id
    from private.feed_mails as mails join auth.users on users.id = mails.user_id
    where mails.handed_over_at is null
    order by mails.title, users.email
    limit 200;
end
$$;
revoke execute on function private.plan_feed_mails() from public;
grant execute on function private.plan_feed_mails() to service_role;
