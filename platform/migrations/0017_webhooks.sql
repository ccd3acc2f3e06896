-- Database webhooks as Supabase projects create them: a trigger calls supabase_functions.http_request, which queues a
-- request in the row's own transaction; platform/webhooks sends it afterwards.

-- As on a hosted project: which trigger asked for which request.
create table supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
comment on table supabase_functions.hooks is 'One row for each request that a database webhook asked for.';
alter table supabase_functions.hooks enable row level security;
create index supabase_functions_hooks_request_id_idx on supabase_functions.hooks (request_id);
create index supabase_functions_hooks_h_table_id_h_name_idx on supabase_functions.hooks (hook_table_id, hook_name);
create index hooks_created_at_idx on supabase_functions.hooks (created_at);
grant select on supabase_functions.hooks to service_role;

create table _platform.webhook_requests (
  id bigint generated always as identity primary key,
  hook_name text not null,
  -- Of the table that the trigger is on, for the log.
  table_name text not null,
  url text not null,
  method text not null check (method in ('GET', 'POST')),
  headers jsonb not null check (jsonb_typeof(headers) = 'object'),
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  -- Null for GET, and once the request has ended: it holds the row's own data.
  body text,
  timeout_ms integer not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- The next attempt; while one is under way, when another process may take it for lost.
  due_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Of the last attempt.
  status integer,
  error text
);
comment on table _platform.webhook_requests is 'Requests of database webhooks that wait to be sent, and how the last ones ended.';
alter table _platform.webhook_requests enable row level security;
create index webhook_requests_due_idx on _platform.webhook_requests (due_at) where (finished_at is null);
create index webhook_requests_created_at_idx on _platform.webhook_requests (created_at);

-- create trigger … execute function supabase_functions.http_request(url, method, headers, params, timeout in ms).
create function supabase_functions.http_request() returns trigger
  language plpgsql
  -- Whoever changes the row has no right on the queue.
  security definer
  set search_path = ''
as $$
declare
  url constant text := nullif(tg_argv[0], 'null');
  method constant text := nullif(tg_argv[1], 'null');
  headers constant jsonb := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}');
  params constant jsonb := coalesce(nullif(tg_argv[3], 'null'), '{}');
  timeout_ms constant integer := coalesce(nullif(tg_argv[4], 'null'), '1000');
  request_id bigint;
begin
  if url is null then
    raise exception 'url argument is missing';
  elsif method is null then
    raise exception 'method argument is missing';
  elsif method not in ('GET', 'POST') then
    raise exception 'method argument % is invalid', method;
  end if;
  insert into _platform.webhook_requests (hook_name, table_name, url, method, headers, params, body, timeout_ms)
  values (
    tg_name,
    pg_catalog.format('%I.%I', tg_table_schema, tg_table_name),
    url,
    method,
    headers,
    params,
    case method
      when 'POST' then pg_catalog.jsonb_build_object(
        'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema, 'record', new, 'old_record', old
      )::text
    end,
    timeout_ms
  )
  returning id into request_id;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid, tg_name, request_id);
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
comment on function supabase_functions.http_request() is 'Trigger of a database webhook: queues a request that tells of the row.';
revoke execute on function supabase_functions.http_request() from public;
grant execute on function supabase_functions.http_request() to anon, authenticated, service_role;
