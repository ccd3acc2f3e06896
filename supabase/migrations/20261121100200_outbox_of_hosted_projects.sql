-- The outbox that the platform brings along (_platform.outbox) and a hosted project lacks: there, auth sends its own
-- mails, and the mails of the shop's functions wait here. Where the platform was before, nothing changes.
create schema if not exists _platform;
create table if not exists _platform.outbox (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text not null,
  subject text not null default '',
  body_text text not null,
  body_html text not null default '',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  headers jsonb not null default '{}',
  reply_to text
);
alter table _platform.outbox enable row level security;
