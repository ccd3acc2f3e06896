-- How often a visitor may call what visitors may call. Counted in Postgres, so that several processes count together.

-- What makes a day's keys unreadable: without its salt no key can be traced to an address, and the salt is gone with
-- the day.
create table private.daily_salts (
  day date primary key,
  salt bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
comment on table private.daily_salts is 'The secret of the day that addresses are hashed with; deleted the next day.';
alter table private.daily_salts enable row level security;

-- Unlogged: after a crash everybody starts with a full bucket.
create unlogged table private.rate_limits (
  key bytea primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
comment on table private.rate_limits is 'Token buckets by the salted hash of what is limited and for whom.';
alter table private.rate_limits enable row level security;
create index rate_limits_refilled on private.rate_limits (refilled_at);

grant select, insert, delete on private.daily_salts to service_role;
grant select, insert, update, delete on private.rate_limits to service_role;

-- Takes one of `amount`, which refill evenly within `seconds`. Returns the whole seconds until the next may be taken:
-- 0 when this one was granted. `visitor` is only ever kept as a hash.
create function private.take_rate_limit(limit_name text, visitor text, amount integer, seconds integer)
  returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  per_second constant double precision := amount::double precision / seconds;
  todays_salt bytea;
  bucket_key bytea;
  available double precision;
begin
  select salt into todays_salt from private.daily_salts where day = today;
  if todays_salt is null then
    insert into private.daily_salts (day) values (today) on conflict (day) do nothing;
    select salt into todays_salt from private.daily_salts where day = today;
    -- The first of the day takes away what yesterday left: nobody can read its keys any more.
    delete from private.daily_salts where day < today;
    delete from private.rate_limits where refilled_at < today::timestamp at time zone 'utc';
  end if;
  bucket_key := sha256(todays_salt || convert_to(limit_name || ' ' || visitor, 'UTF8'));

  insert into private.rate_limits as bucket (key, tokens, refilled_at)
  values (bucket_key, amount - 1, clock_timestamp())
  on conflict (key) do update
    set tokens = least(
          amount,
          bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * per_second
        ) - 1,
        refilled_at = excluded.refilled_at
    where least(
      amount,
      bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * per_second
    ) >= 1;
  if found then
    return 0;
  end if;
  select least(
      amount,
      tokens + extract(epoch from clock_timestamp() - refilled_at)::double precision * per_second
    )
    into available
    from private.rate_limits
    where key = bucket_key;
  return greatest(1, ceil((1 - coalesce(available, 0)) / per_second))::integer;
end
$$;
comment on function private.take_rate_limit(text, text, integer, integer) is
  'Counts one call of a visitor; 0 or the seconds to wait.';
grant execute on function private.take_rate_limit(text, text, integer, integer) to service_role;
