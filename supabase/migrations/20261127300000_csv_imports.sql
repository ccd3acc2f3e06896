-- CSV in: a file's rows wait here, are compared in a dry run, and are written by a job.

alter table private.audited_tables add column takes_csv boolean not null default false;
comment on column private.audited_tables.takes_csv is
  'Whether staff may bring rows in as CSV: not for accounts, settings, and personal data, which needs the person''s consent.';
update private.audited_tables set takes_csv = true where has_trash or table_name in ('networks', 'programmes', 'feeds');

insert into private.job_kinds (kind, lane, for_role) values ('import-csv', 'products', 'editor');

create table private.csv_uploads (
  id uuid primary key default gen_random_uuid(),
  table_name text not null references private.audited_tables (table_name),
  -- Only this account may look at the rows and import them.
  uploaded_by uuid not null,
  header text[] not null,
  created_at timestamptz not null default now()
);
comment on table private.csv_uploads is 'CSV files that staff brought in; deleted after two days.';
create index csv_uploads_age on private.csv_uploads (created_at);

create table private.csv_rows (
  upload_id uuid not null references private.csv_uploads (id) on delete cascade,
  -- Where the row begins in the file, the header being line 1.
  line integer not null,
  -- Texts, null for a cell without quotes and content.
  cells jsonb not null,
  -- Why the row cannot be read at all.
  damage text,
  -- Why the last run refused it.
  refusal text,
  primary key (upload_id, line)
);
comment on table private.csv_rows is 'Rows of CSV files that staff brought in.';

alter table private.csv_uploads enable row level security;
alter table private.csv_rows enable row level security;
grant select, insert on private.csv_uploads, private.csv_rows to service_role;
