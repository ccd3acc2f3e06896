-- Supabase's storage schema: the same types, tables, columns, indexes, functions and grants, so that rows move
-- between this platform and a hosted project by dump. Row-level security on buckets and objects decides who may
-- do what; there are no policies by default, so nothing is open until a project says so.

-- What a bucket holds. Only STANDARD is served here; the others exist so that dumps restore.
create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

-- Containers of files, with their limits.
create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED',
  constraint buckets_pkey primary key (id),
  constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED'),
  constraint buckets_versioning_standard_only_check check (type = 'STANDARD' or versioning_status = 'DISABLED'),
  constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED'))
);
comment on table storage.buckets is 'Containers of files.';
comment on column storage.buckets.owner is 'Deprecated: owner_id holds the owner, whatever kind of id it has.';
create unique index bname on storage.buckets (name);
alter table storage.buckets enable row level security;

-- One row for each stored file; the row names the version of the bytes that it stands for.
create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false,
  constraint objects_pkey primary key (id),
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);
comment on table storage.objects is 'Stored files: one row each, naming the version of its bytes.';
comment on column storage.objects.owner is 'Deprecated: owner_id holds the owner, whatever kind of id it has.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);
-- Not one of Supabase's: before bytes are removed it is asked whether a row names them still.
create index objects_version on storage.objects (version);
alter table storage.objects enable row level security;

-- Applied upgrades of Supabase's own storage service; kept so that a dump of it restores.
create table storage.migrations (
  id integer not null,
  name varchar(100) not null,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp,
  constraint migrations_pkey primary key (id),
  constraint migrations_name_key unique (name)
);
comment on table storage.migrations is 'Upgrade history of the hosted storage service; unused here.';
alter table storage.migrations enable row level security;

-- Unfinished multipart uploads of the S3 protocol.
create table storage.s3_multipart_uploads (
  id text not null,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null,
  key text not null collate "C",
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb,
  constraint s3_multipart_uploads_pkey primary key (id),
  constraint s3_multipart_uploads_bucket_id_fkey foreign key (bucket_id) references storage.buckets (id)
);
comment on table storage.s3_multipart_uploads is 'Unfinished multipart uploads of the S3 protocol.';
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);
alter table storage.s3_multipart_uploads enable row level security;

-- Parts of unfinished multipart uploads.
create table storage.s3_multipart_uploads_parts (
  id uuid not null default gen_random_uuid(),
  upload_id text not null,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null,
  key text not null collate "C",
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now(),
  constraint s3_multipart_uploads_parts_pkey primary key (id),
  constraint s3_multipart_uploads_parts_bucket_id_fkey foreign key (bucket_id) references storage.buckets (id),
  constraint s3_multipart_uploads_parts_upload_id_fkey foreign key (upload_id)
    references storage.s3_multipart_uploads (id) on delete cascade
);
comment on table storage.s3_multipart_uploads_parts is 'Parts of unfinished multipart uploads.';
alter table storage.s3_multipart_uploads_parts enable row level security;

-- Analytics buckets of hosted projects; not served here.
create table storage.buckets_analytics (
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  deleted_at timestamptz,
  constraint buckets_analytics_pkey primary key (id)
);
comment on table storage.buckets_analytics is 'Analytics buckets of hosted projects; not served here.';
create unique index buckets_analytics_unique_name_idx on storage.buckets_analytics (name) where deleted_at is null;
alter table storage.buckets_analytics enable row level security;

-- Namespaces of analytics buckets; not served here.
create table storage.iceberg_namespaces (
  id uuid not null default gen_random_uuid(),
  bucket_name text not null,
  name text not null collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb not null default '{}',
  catalog_id uuid not null,
  constraint iceberg_namespaces_pkey primary key (id),
  constraint iceberg_namespaces_catalog_id_fkey foreign key (catalog_id)
    references storage.buckets_analytics (id) on delete cascade
);
comment on table storage.iceberg_namespaces is 'Namespaces of analytics buckets; not served here.';
create unique index idx_iceberg_namespaces_bucket_id on storage.iceberg_namespaces (catalog_id, name);
alter table storage.iceberg_namespaces enable row level security;

-- Tables of analytics buckets; not served here.
create table storage.iceberg_tables (
  id uuid not null default gen_random_uuid(),
  namespace_id uuid not null,
  bucket_name text not null,
  name text not null collate "C",
  location text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  remote_table_id text,
  shard_key text,
  shard_id text,
  catalog_id uuid not null,
  constraint iceberg_tables_pkey primary key (id),
  constraint iceberg_tables_catalog_id_fkey foreign key (catalog_id)
    references storage.buckets_analytics (id) on delete cascade,
  constraint iceberg_tables_namespace_id_fkey foreign key (namespace_id)
    references storage.iceberg_namespaces (id) on delete cascade
);
comment on table storage.iceberg_tables is 'Tables of analytics buckets; not served here.';
create unique index idx_iceberg_tables_location on storage.iceberg_tables (location);
create unique index idx_iceberg_tables_namespace_id on storage.iceberg_tables (catalog_id, namespace_id, name);
alter table storage.iceberg_tables enable row level security;

-- Vector buckets of hosted projects; not served here.
create table storage.buckets_vectors (
  id text not null,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint buckets_vectors_pkey primary key (id)
);
comment on table storage.buckets_vectors is 'Vector buckets of hosted projects; not served here.';
alter table storage.buckets_vectors enable row level security;

-- Indexes of vector buckets; not served here.
create table storage.vector_indexes (
  id text not null default gen_random_uuid(),
  name text not null collate "C",
  bucket_id text not null,
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint vector_indexes_pkey primary key (id),
  constraint vector_indexes_bucket_id_fkey foreign key (bucket_id) references storage.buckets_vectors (id)
);
comment on table storage.vector_indexes is 'Indexes of vector buckets; not served here.';
create unique index vector_indexes_name_bucket_id_idx on storage.vector_indexes (name, bucket_id);
alter table storage.vector_indexes enable row level security;

-- The folders of an object's name: 'a/b/c.png' → {a,b}. For policies.
create function storage.foldername(name text) returns text[]
  language plpgsql immutable
  set search_path = ''
as $$
declare
  segments constant text[] := string_to_array(name, '/');
begin
  return segments[1 : array_length(segments, 1) - 1];
end
$$;

-- The last segment of an object's name. For policies.
create function storage.filename(name text) returns text
  language plpgsql immutable
  set search_path = ''
as $$
declare
  segments constant text[] := string_to_array(name, '/');
begin
  return segments[array_length(segments, 1)];
end
$$;

-- What follows the last dot of the last segment. For policies.
create function storage.extension(name text) returns text
  language plpgsql immutable
  set search_path = ''
as $$
begin
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));
end
$$;

-- The call that is being authorised, e.g. 'storage.object.upload'. For policies.
create function storage.operation() returns text
  language plpgsql stable
  set search_path = ''
as $$
begin
  return current_setting('storage.operation', true);
end
$$;

-- Whether the call is one of these; each may be written with or without the leading 'storage.'.
create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select 1
    from unnest(expected_operations) as expected (operation)
    where expected.operation <> ''
      and regexp_replace(expected.operation, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
  )
$$;

-- Whether the call is exactly this one.
create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  set search_path = ''
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

-- Tries an insert under the caller's policies and always takes it back: the error PT200 means 'allowed'.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
  language plpgsql
  set search_path = ''
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using
    message = 'ROLLBACK',
    detail = 'rollback successful insert';
end
$$;

-- Bytes stored in each bucket, as far as the caller may see its objects.
create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language plpgsql stable
  set search_path = ''
as $$
begin
  return query
    select sum((stored.metadata ->> 'size')::bigint)::bigint, stored.bucket_id
    from storage.objects as stored
    group by stored.bucket_id;
end
$$;

-- The folder that a listing shows instead of this key: the key up to the first delimiter behind the prefix.
create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
  language sql immutable
  set search_path = ''
as $$
  select case
    when strpos(rest, p_delimiter) > 0
    then p_prefix || left(rest, strpos(rest, p_delimiter) + length(p_delimiter) - 1)
  end
  from (values (substr(p_key, length(p_prefix) + 1))) as tail (rest)
$$;

-- One page of a folder by name: files, and each sub-folder once. Steps from entry to entry through the index, so the
-- cost follows the page, not the number of files below the folders. A cursor that ends in the delimiter is a folder.
create function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (
  name text,
  id uuid,
  metadata jsonb,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  last_character constant text := chr(1114111);
  prefix constant text := coalesce(prefix_param, '');
  ascending constant boolean := lower(coalesce(sort_order, 'asc')) <> 'desc';
  cursor_key text := coalesce(nullif(next_token, ''), start_after, '');
  seek text;
  entry record;
  folder text;
  emitted integer := 0;
begin
  if cursor_key <> '' and right(cursor_key, length(delimiter_param)) <> delimiter_param
    and not exists (select 1 from storage.objects as o where o.bucket_id = _bucket_id and o.name = cursor_key)
    and exists (
      select 1
      from storage.objects as o
      where o.bucket_id = _bucket_id
        and o.name collate "C" >= cursor_key || delimiter_param
        and o.name collate "C" < cursor_key || delimiter_param || last_character
    )
  then
    cursor_key := cursor_key || delimiter_param;
  end if;

  seek := case
    when cursor_key = '' and ascending then ''
    when cursor_key = '' then prefix || last_character
    when right(cursor_key, length(delimiter_param)) = delimiter_param and ascending then cursor_key || last_character
    else cursor_key
  end;

  while emitted < max_keys loop
    if ascending then
      select o.* into entry
      from storage.objects as o
      where o.bucket_id = _bucket_id
        and o.name collate "C" > seek
        and o.name collate "C" >= prefix
        and o.name collate "C" < prefix || last_character
      order by o.name collate "C"
      limit 1;
    else
      select o.* into entry
      from storage.objects as o
      where o.bucket_id = _bucket_id
        and o.name collate "C" < seek
        and o.name collate "C" >= prefix
      order by o.name collate "C" desc
      limit 1;
    end if;
    exit when not found;

    folder := storage.get_common_prefix(entry.name, prefix, delimiter_param);
    if folder is null then
      name := entry.name;
      id := entry.id;
      metadata := entry.metadata;
      updated_at := entry.updated_at;
      created_at := entry.created_at;
      last_accessed_at := entry.last_accessed_at;
      seek := entry.name;
    else
      name := left(folder, -length(delimiter_param));
      id := null;
      metadata := null;
      updated_at := null;
      created_at := null;
      last_accessed_at := null;
      seek := case when ascending then folder || last_character else folder end;
    end if;
    emitted := emitted + 1;
    return next;
  end loop;
end
$$;

-- One page of a folder by a timestamp. A folder counts as old as the oldest file in it.
create function storage.search_by_timestamp(
  p_prefix text,
  p_bucket_id text,
  p_limit integer,
  p_level integer,
  p_start_after text,
  p_sort_order text,
  p_sort_column text,
  p_sort_column_after text
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  direction constant text := case when lower(p_sort_order) = 'desc' then 'desc' else 'asc' end;
  sort_column constant text := case when lower(p_sort_column) = 'updated_at' then 'updated_at' else 'created_at' end;
begin
  -- Milliseconds are what a cursor keeps: a finer order would skip or repeat rows between two pages.
  return query execute format(
    $sql$
      with found as (
        select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
        from storage.objects as o
        where o.bucket_id = $2
          and starts_with(o.name, $1)
      ),
      entries as (
        select
          rtrim(folder, '/') as name,
          null::uuid as id,
          min(created_at) as updated_at,
          min(created_at) as created_at,
          null::timestamptz as last_accessed_at,
          null::jsonb as metadata
        from found
        where folder is not null
        group by folder
        union all
        select name, id, updated_at, created_at, last_accessed_at, metadata
        from found
        where folder is null
      )
      select split_part(name, '/', $3), name, id, updated_at, created_at, last_accessed_at, metadata
      from entries
      where $5 = ''
        or (date_trunc('milliseconds', %1$I), name collate "C")
          %3$s (coalesce(nullif($6, '')::timestamptz, 'epoch'), $5)
      order by date_trunc('milliseconds', %1$I) %2$s, name collate "C" %2$s
      limit $4
    $sql$,
    sort_column,
    direction,
    case direction when 'asc' then '>' else '<' end
  ) using coalesce(p_prefix, ''), p_bucket_id, p_level, p_limit, coalesce(p_start_after, ''), p_sort_column_after;
end
$$;

-- One page of a folder, by name or by a timestamp, behind a cursor.
create function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  -- A page is held in memory twice, here and in the service.
  page_size constant integer := least(coalesce(limits, 100), 1500);
begin
  if lower(sort_column) in ('created_at', 'updated_at') then
    return query
      select *
      from storage.search_by_timestamp(
        prefix, bucket_name, page_size, levels, start_after, sort_order, sort_column, sort_column_after
      );
  else
    return query
      select
        split_part(listed.name, '/', levels),
        listed.name,
        listed.id,
        listed.updated_at,
        listed.created_at,
        listed.last_accessed_at,
        listed.metadata
      from storage.list_objects_with_delimiter(bucket_name, prefix, '/', page_size, start_after, '', sort_order) as listed;
  end if;
end
$$;

-- One page of a folder for the older listing call: offset instead of cursor, letter case ignored, names relative to
-- the prefix. `levels` is what older callers pass; the prefix says the same.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
  language plpgsql stable
  set search_path = ''
as $$
declare
  last_character constant text := chr(1114111);
  wanted constant text := lower(coalesce(prefix, '') || coalesce(search, ''));
  prefix_length constant integer := length(coalesce(prefix, ''));
  ascending constant boolean := lower(coalesce(sortorder, 'asc')) <> 'desc';
  page_size constant integer := least(coalesce(limits, 100), 1500);
  order_column constant text := lower(coalesce(sortcolumn, 'name'));
  seek text := case when ascending then '' else wanted || last_character end;
  entry record;
  folder text;
  passed integer := 0;
begin
  if order_column in ('updated_at', 'created_at', 'last_accessed_at') then
    return query execute format(
      $sql$
        with found as (
          select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
          from storage.objects as o
          where o.bucket_id = $2
            and lower(o.name) collate "C" >= $1
            and lower(o.name) collate "C" < $1 || chr(1114111)
        ),
        entries as (
          select distinct on (folder)
            true as is_folder,
            rtrim(folder, '/') as name,
            null::uuid as id,
            null::timestamptz as updated_at,
            null::timestamptz as created_at,
            null::timestamptz as last_accessed_at,
            null::jsonb as metadata
          from found
          where folder is not null
          union all
          select false, name, id, updated_at, created_at, last_accessed_at, metadata
          from found
          where folder is null
        )
        select substr(name, $3), id, updated_at, created_at, last_accessed_at, metadata
        from entries
        order by is_folder desc, %1$I %2$s, name collate "C" %2$s
        limit $4
        offset $5
      $sql$,
      order_column,
      case when ascending then 'asc' else 'desc' end
    ) using wanted, bucketname, prefix_length + 1, page_size, offsets;
    return;
  end if;

  while passed < offsets + page_size loop
    if ascending then
      select o.*, lower(o.name) as folded into entry
      from storage.objects as o
      where o.bucket_id = bucketname
        and lower(o.name) collate "C" > seek
        and lower(o.name) collate "C" >= wanted
        and lower(o.name) collate "C" < wanted || last_character
      order by lower(o.name) collate "C"
      limit 1;
    else
      select o.*, lower(o.name) as folded into entry
      from storage.objects as o
      where o.bucket_id = bucketname
        and lower(o.name) collate "C" < seek
        and lower(o.name) collate "C" >= wanted
      order by lower(o.name) collate "C" desc
      limit 1;
    end if;
    exit when not found;

    folder := storage.get_common_prefix(entry.folded, wanted, '/');
    if folder is null then
      name := substr(entry.name, prefix_length + 1);
      id := entry.id;
      updated_at := entry.updated_at;
      created_at := entry.created_at;
      last_accessed_at := entry.last_accessed_at;
      metadata := entry.metadata;
      seek := entry.folded;
    else
      name := substr(left(entry.name, length(folder) - 1), prefix_length + 1);
      id := null;
      updated_at := null;
      created_at := null;
      last_accessed_at := null;
      metadata := null;
      seek := case when ascending then folder || last_character else folder end;
    end if;
    passed := passed + 1;
    if passed > offsets then
      return next;
    end if;
  end loop;
end
$$;

-- One page of unfinished multipart uploads, folders once each.
create function storage.list_multipart_uploads_with_delimiter(
  bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  next_key_token text default '',
  next_upload_token text default ''
) returns table (key text, id text, created_at timestamptz)
  language plpgsql
  set search_path = ''
as $$
begin
  return query
    select distinct on (coalesce(entry.folder, entry.key) collate "C", entry.upload_order)
      coalesce(entry.folder, entry.key),
      entry.id,
      entry.created_at
    from (
      select
        uploads.*,
        storage.get_common_prefix(uploads.key, coalesce(prefix_param, ''), delimiter_param) as folder,
        case
          when storage.get_common_prefix(uploads.key, coalesce(prefix_param, ''), delimiter_param) is null
          then uploads.created_at
        end as upload_order
      from storage.s3_multipart_uploads as uploads
      where uploads.bucket_id = $1
        and starts_with(uploads.key, coalesce(prefix_param, ''))
        and (
          next_key_token = ''
          or uploads.key > next_key_token collate "C"
          or (uploads.key = next_key_token and next_upload_token <> '' and uploads.id > next_upload_token)
        )
    ) as entry
    order by coalesce(entry.folder, entry.key) collate "C", entry.upload_order, entry.created_at
    limit max_keys;
end
$$;

-- Keeps updated_at true whoever changes a row.
create function storage.update_updated_at_column() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A bucket's name is part of every path, so it has a limit.
create function storage.enforce_bucket_name_length() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;

create trigger enforce_bucket_name_length_trigger
  before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- A row deleted by SQL would leave its bytes behind, so only the service, which removes both, may delete.
create function storage.protect_delete() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using
      hint = 'This prevents accidental data loss from orphaned objects.',
      errcode = '42501';
  end if;
  return null;
end
$$;

create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Supabase grants everything here; truncate, which no policy and no trigger can stop, is left out.
grant select, insert, update, delete on storage.buckets, storage.objects, storage.buckets_analytics
  to anon, authenticated, service_role;
grant select, insert, update, delete on
  storage.s3_multipart_uploads,
  storage.s3_multipart_uploads_parts,
  storage.iceberg_namespaces,
  storage.iceberg_tables
to service_role;
grant select on
  storage.s3_multipart_uploads,
  storage.s3_multipart_uploads_parts,
  storage.iceberg_namespaces,
  storage.iceberg_tables
to anon, authenticated;
grant select on storage.buckets_vectors, storage.vector_indexes to anon, authenticated, service_role;
grant all on all tables in schema storage to supabase_storage_admin;
grant execute on all functions in schema storage to anon, authenticated, service_role, supabase_storage_admin;
-- Policies of roles beyond the three call these; they read nothing.
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to public;
