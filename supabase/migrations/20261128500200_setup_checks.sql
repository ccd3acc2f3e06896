-- What the set-up checklist of the office found when it last tried, for the card on the dashboard. The function check-setup
-- writes and reads it for admins.
create table private.setup_checks (
  name text primary key,
  -- ok, off (not needed, and not set) or todo.
  state text not null,
  -- What was found and what to do; never a secret.
  sentence text not null,
  checked_at timestamptz not null default now()
);
comment on table private.setup_checks is 'What the set-up checklist found when it last tried.';
alter table private.setup_checks enable row level security;
grant select, insert, update on private.setup_checks to service_role;
