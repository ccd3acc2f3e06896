-- Mails and text messages on their way out. With a mail server (or text message provider) configured a row is sent
-- and its body emptied; without one it stays, and an administrator reads it. Bodies hold live links, so nobody but
-- the platform and service_role reads them.
create table _platform.outbox (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('email', 'sms')),
  -- What the message is about: confirmation, recovery, magic_link, invite, email_change, reauthentication, …
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
  -- Further headers of the mail by name, such as List-Unsubscribe of a newsletter.
  headers jsonb not null default '{}',
  -- Who gets the responses; null for the sender.
  reply_to text
);
comment on table _platform.outbox is 'Mails and text messages that wait to be sent, or to be read by an administrator.';
comment on column _platform.outbox.headers is 'Further headers of the mail by name.';
comment on column _platform.outbox.reply_to is 'Who gets the answers; null for the sender.';
alter table _platform.outbox enable row level security;
create index outbox_waiting_idx on _platform.outbox (channel, next_attempt_at) where (sent_at is null);
create index outbox_created_at_idx on _platform.outbox (created_at desc);

-- The newest messages first, for the back office.
create function _platform.read_outbox(max_rows integer default 50) returns setof _platform.outbox
  language sql stable
  -- The table belongs to the platform's owner and no API role may touch it; this is the one way in, for reading.
  security definer
  set search_path = ''
as $$
  select * from _platform.outbox order by created_at desc limit least(max_rows, 500)
$$;

grant execute on function _platform.read_outbox(integer) to service_role;
