-- The links in letters. Each letter has tokens of its own, for one purpose each; only their hashes are kept.

-- Was meant to serve both links at once.
alter table public.newsletter_subscribers drop column token_hash;

create table private.newsletter_tokens (
  -- SHA-256 of the token; the token itself is only in the mail.
  token_hash bytea primary key,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  -- Null for the way out, which stays open as long as the address is kept.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.newsletter_tokens is 'What the links of letters let their reader do.';
create index newsletter_tokens_subscriber on private.newsletter_tokens (subscriber_id);
alter table private.newsletter_tokens enable row level security;
grant select, insert, update, delete on private.newsletter_tokens to service_role;

-- Who never confirmed and who left are deleted after a while, and the list is shown newest first.
create index newsletter_subscribers_status on public.newsletter_subscribers (status, created_at desc);
