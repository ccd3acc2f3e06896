-- The first large feed of a small shop: its indexes are built once from all rows, which takes a third of what entering
-- a million rows into each takes.

-- Indexes that are away at the moment, by their definitions. Rows are here only while such a feed is published, or after
-- one was killed; the next import builds what it finds.
create table private.postponed_indexes (
  name text primary key,
  definition text not null
);
comment on table private.postponed_indexes is 'Indexes that an import takes away and builds again.';
alter table private.postponed_indexes enable row level security;

-- Takes the indexes away that only make reading faster, when there are no more than few products to read. Those that
-- keep rows unique stay. Its lock shuts readers out for the moment it takes: for a transaction of its own.
create function private.postpone_indexes(few integer) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  postponed record;
begin
  lock table public.products, private.product_documents in access exclusive mode;
  if (select count(*) from (select from public.products limit few + 1) as counted) > few then
    return;
  end if;
  for postponed in
    select index.indexrelid::regclass as name, pg_get_indexdef(index.indexrelid) as definition
    from pg_index as index
    where index.indrelid in ('public.products'::regclass, 'private.product_documents'::regclass)
      and not index.indisunique
  loop
    insert into private.postponed_indexes (name, definition) values (postponed.name, postponed.definition);
    execute format('drop index %s', postponed.name);
  end loop;
end
$$;

-- Builds them. Readers go on meanwhile, editors wait.
create function private.build_postponed_indexes() returns void
  language plpgsql
  set search_path = ''
as $$
declare
  postponed record;
begin
  for postponed in delete from private.postponed_indexes returning definition loop
    execute postponed.definition;
  end loop;
end
$$;
