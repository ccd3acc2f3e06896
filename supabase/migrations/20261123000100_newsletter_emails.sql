-- The weekly newsletter email: who was sent one when, and mails between the decision to send them and the outbox.

alter table public.newsletter_subscribers
  -- When the last weekly email was put into the outbox.
  add column last_email_at timestamptz,
  -- When the last edition was considered for this address, whether or not it held anything for it.
  add column considered_at timestamptz;
comment on column public.newsletter_subscribers.last_email_at is 'When the last weekly email was sent.';
-- The next of an edition, also in a list of many.
create index newsletter_subscribers_due on public.newsletter_subscribers (considered_at nulls first, id)
  where status = 'confirmed';

-- Mails that jobs decided to send, written in the transaction that notes them as sent. Each is handed to the outbox under
-- its own id and deleted: a job that is killed in between hands over again, and the outbox knows the id.
create table private.planned_mails (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid references public.newsletter_subscribers (id) on delete cascade,
  -- Addressee, subject, bodies and headers.
  mail jsonb not null,
  planned_at timestamptz not null default now()
);
comment on table private.planned_mails is 'Mails of jobs on their way to the outbox.';
create index planned_mails_subscriber on private.planned_mails (subscriber_id);
alter table private.planned_mails enable row level security;
grant select, insert, delete on private.planned_mails to service_role;
