-- Supabase's realtime schema: the table through which the database speaks to channels, the policies' probe, the
-- functions that projects call in triggers, and the publications that say what is streamed. What only serves the
-- hosted service's wal2json reader (apply_rls, list_changes and their types) is left out: this platform decodes
-- pgoutput itself.

-- Policies of private channels are asked as the caller: an owner that is no superuser must be able to become it.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_catalog.pg_has_role(current_user, role_name, 'member') then
      execute pg_catalog.format('grant %I to %I', role_name, current_user);
    end if;
  end loop;
end
$$;

-- Kinds of change and the operators of a subscription's filter.
create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
create type realtime.equality_op as enum (
  'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'
);
create type realtime.user_defined_filter as (
  column_name text,
  op realtime.equality_op,
  value text,
  negate boolean
);

-- Broadcasts that the database sends, those kept for replay, and the probe rows of channel policies (never committed).
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  broadcasted_at timestamp,
  constraint messages_pkey primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);
comment on table realtime.messages is
  'Broadcasts from the database, one partition a day. Policies on this table say who may use a private channel: select to receive, insert to send.';
comment on column realtime.messages.broadcasted_at is
  'Set on messages that are only stored for replay: they were sent when they came in.';

-- Replay reads the newest stored broadcasts of one topic.
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;

-- Without policies nobody but service_role may use a private channel.
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Makes the partitions from one day to another; whoever keeps the platform running calls it daily.
create function realtime.create_message_partitions(first_day date, last_day date) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  day date;
  name text;
begin
  for day in select d::date from pg_catalog.generate_series(first_day, last_day, interval '1 day') as d loop
    name := pg_catalog.format('messages_%s', pg_catalog.to_char(day, 'YYYY_MM_DD'));
    if pg_catalog.to_regclass('realtime.' || name) is null then
      execute pg_catalog.format(
        'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)', name, day, day + 1);
      execute pg_catalog.format('alter table realtime.%I enable row level security', name);
    end if;
  end loop;
end
$$;
select realtime.create_message_partitions(current_date - 1, current_date + 3);

-- The channel that a policy on realtime.messages is asked about.
create function realtime.topic() returns text
  language sql stable
  set search_path = ''
as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Sends a broadcast from the database, under the caller's own policies. A failure is a warning: a trigger's
-- statement must not fail because nobody could be told of it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(send.payload) = 'object' and not send.payload ? 'id'
        then send.payload || jsonb_build_object('id', message_id)
      else send.payload
    end,
    send.event, send.topic, send.private, 'broadcast'
  );
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same for bytes.
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For row triggers: broadcasts the changed row with its old and new values.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  new_row jsonb;
  old_row jsonb;
begin
  if level = 'STATEMENT' then
    raise exception 'realtime.broadcast_changes needs a row: call it from a trigger that is "for each row"';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes knows INSERT, UPDATE and DELETE, not %', operation;
  end if;
  if operation <> 'DELETE' then
    new_row := to_jsonb(new);
  end if;
  if operation <> 'INSERT' then
    old_row := to_jsonb(old);
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new_row, 'old_record', old_row
    ),
    event_name, topic_name, true
  );
end
$$;

-- A value's text as the JSON that the type has.
create function realtime.cast(val text, type_ regtype) returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
declare
  result jsonb;
begin
  execute pg_catalog.format('select to_jsonb(%L::%s)', val, type_::text) into result;
  return result;
end
$$;

-- Whether a row's value passes one condition of a filter; unknown (null) does not pass, negated or not.
create function realtime.check_equality_op(
  op realtime.equality_op, type_ regtype, val_1 text, val_2 text, negate boolean
) returns boolean
  language plpgsql stable
  set search_path = ''
as $$
declare
  operand text := pg_catalog.format('(%L::%s)', val_1, type_::text);
  condition text;
  result boolean;
begin
  condition := case op
    when 'in' then pg_catalog.format('%s = any (%L::%s[])', operand, val_2, type_::text)
    when 'isdistinct' then pg_catalog.format('%s is distinct from (%L::%s)', operand, val_2, type_::text)
    when 'is' then
      case
        when val_2 in ('null', 'true', 'false', 'unknown') then operand || ' is ' || val_2
      end
    when 'like' then pg_catalog.format('%s operator(pg_catalog.~~) %L', operand, val_2)
    when 'ilike' then pg_catalog.format('%s operator(pg_catalog.~~*) %L', operand, val_2)
    when 'match' then pg_catalog.format('%s operator(pg_catalog.~) %L', operand, val_2)
    when 'imatch' then pg_catalog.format('%s operator(pg_catalog.~*) %L', operand, val_2)
    else pg_catalog.format(
      '%s %s (%L::%s)',
      operand,
      case op when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' else '>=' end,
      val_2, type_::text
    )
  end;
  if condition is null then
    raise exception 'invalid value for is filter: must be null, true, false, or unknown';
  end if;
  execute 'select ' || case when negate then 'not ' else '' end || '(' || condition || ')' into result;
  return coalesce(result, false);
end
$$;

create function realtime.check_equality_op(op realtime.equality_op, type_ regtype, val_1 text, val_2 text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select realtime.check_equality_op(op, type_, val_1, val_2, false)
$$;

-- A role's name as its oid, for the generated column below.
create function realtime.to_regrole(role_name text) returns regrole
  language sql immutable
  set search_path = ''
as $$
  select role_name::regrole
$$;

-- Subscriptions to table changes, as hosted Supabase records them. This platform keeps its own in memory, where
-- they end with their socket; the table is here for what reads it.
create unlogged table realtime.subscription (
  id bigint generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default timezone('utc', now()),
  action_filter text default '*' check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[],
  constraint pk_subscription primary key (id)
);
comment on table realtime.subscription is 'Subscriptions to table changes; empty on this platform.';
create index ix_realtime_subscription_entity on realtime.subscription (entity);
alter table realtime.subscription enable row level security;
grant select on realtime.subscription to anon, authenticated, service_role;

-- What is streamed: tables that a project adds, and the messages above. Creating a publication needs CREATE on the
-- database; where the owner may not, an administrator creates the two and everything else works meanwhile.
do $$
begin
  if not exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select 1 from pg_catalog.pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
exception when insufficient_privilege then
  raise notice 'The publications supabase_realtime and supabase_realtime_messages_publication could not be created: %', sqlerrm;
end
$$;

grant execute on function
  realtime.topic(),
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  realtime.cast(text, regtype),
  realtime.check_equality_op(realtime.equality_op, regtype, text, text),
  realtime.check_equality_op(realtime.equality_op, regtype, text, text, boolean),
  realtime.to_regrole(text)
to anon, authenticated, service_role;
-- Policies of roles beyond the three call it; it tells nothing but the session's own setting.
grant execute on function realtime.topic() to public;
