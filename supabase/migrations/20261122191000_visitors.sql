-- Newsletter subscribers, contact messages, the outbox and rate limits. Visitors write none of these rows themselves:
-- functions validate, limit and insert.

-- Newsletter subscribers, with their consent.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'unsubscribed')),
  -- Consent as it was given: when, where, and to which words.
  consented_at timestamptz not null default now(),
  source_page text,
  consent_text text,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.newsletter_subscribers is 'Newsletter subscribers, with proof of consent.';

-- One subscription for an address, in any letter case.
create unique index newsletter_subscribers_email on public.newsletter_subscribers (lower(email));

-- Subscribers who never confirmed or who unsubscribed are deleted by their age, and the list is shown newest first.
create index newsletter_subscribers_status on public.newsletter_subscribers (status, created_at desc);

create trigger touch_updated_at
  before update on public.newsletter_subscribers
  for each row execute function private.touch_updated_at();

-- Tokens of the links in newsletter emails. Each email has tokens of its own, for one purpose each.
create table private.newsletter_tokens (
  -- SHA-256 of the token; the token itself is only in the email.
  token_hash bytea primary key,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  -- Null for links to unsubscribe, which work as long as the address is kept.
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.newsletter_tokens is 'Hashes of the tokens in newsletter emails.';
create index newsletter_tokens_subscriber on private.newsletter_tokens (subscriber_id);
alter table private.newsletter_tokens enable row level security;
grant select, insert, update, delete on private.newsletter_tokens to service_role;

-- Messages of the contact form.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (length(email) between 3 and 254),
  subject text not null check (length(subject) between 1 and 300),
  message text not null check (length(message) between 1 and 10000),
  handled_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.contact_messages is 'Messages of the contact form.';
create index contact_messages_newest on public.contact_messages (created_at desc, id);
alter table public.newsletter_subscribers enable row level security;
alter table public.contact_messages enable row level security;
grant select, insert, update, delete on public.newsletter_subscribers, public.contact_messages to authenticated, service_role;

create policy "admins manage subscribers" on public.newsletter_subscribers
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

create policy "admins manage contact messages" on public.contact_messages
  for all to authenticated
  using ((select private.has_role('admin')))
  with check ((select private.has_role('admin')));

-- Rate limits of visitors, counted in Postgres, so that several processes count together.
--
-- The salt of each day: without it no key can be traced to an address, and it is deleted with the day.
create table private.daily_salts (
  day date primary key,
  salt bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
comment on table private.daily_salts is 'The secret of the day that addresses are hashed with; deleted the next day.';
alter table private.daily_salts enable row level security;

-- Unlogged: after a crash everybody starts with a full bucket.
create unlogged table private.rate_limits (
  key bytea primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
comment on table private.rate_limits is 'Token buckets by the salted hash of what is limited and for whom.';
alter table private.rate_limits enable row level security;
create index rate_limits_refilled on private.rate_limits (refilled_at);
grant select, insert, delete on private.daily_salts to service_role;
grant select, insert, update, delete on private.rate_limits to service_role;

-- Takes one of `amount`, which refill evenly within `seconds`. Returns the whole seconds until the next may be taken:
-- 0 when this one was granted. `visitor` is only ever kept as a hash.
create function private.take_rate_limit(limit_name text, visitor text, amount integer, seconds integer)
  returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  per_second constant double precision := amount::double precision / seconds;
  todays_salt bytea;
  bucket_key bytea;
  available double precision;
begin
  select salt into todays_salt from private.daily_salts where day = today;
  if todays_salt is null then
    insert into private.daily_salts (day) values (today) on conflict (day) do nothing;
    select salt into todays_salt from private.daily_salts where day = today;
    -- The first of the day takes away what yesterday left: nobody can read its keys any more.
    delete from private.daily_salts where day < today;
    delete from private.rate_limits where refilled_at < today::timestamp at time zone 'utc';
  end if;
  bucket_key := sha256(todays_salt || convert_to(limit_name || ' ' || visitor, 'UTF8'));

  insert into private.rate_limits as bucket (key, tokens, refilled_at)
  values (bucket_key, amount - 1, clock_timestamp())
  on conflict (key) do update
    set tokens = least(
          amount,
          bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * per_second
        ) - 1,
        refilled_at = excluded.refilled_at
    where least(
      amount,
      bucket.tokens + extract(epoch from excluded.refilled_at - bucket.refilled_at)::double precision * per_second
    ) >= 1;
  if found then
    return 0;
  end if;
  select least(
      amount,
      tokens + extract(epoch from clock_timestamp() - refilled_at)::double precision * per_second
    )
    into available
    from private.rate_limits
    where key = bucket_key;
  return greatest(1, ceil((1 - coalesce(available, 0)) / per_second))::integer;
end
$$;
comment on function private.take_rate_limit(text, text, integer, integer) is
  'Counts one call of a visitor; 0 or the seconds to wait.';
grant execute on function private.take_rate_limit(text, text, integer, integer) to service_role;

-- Limits of visitors count networks: every home and server has 2^64 addresses of IPv6, and whoever wants has 65,536
-- such networks for nothing. Those share a limit too, wide enough for the homes or telephones of one provider.
--
-- Takes one of `amount`, which refill evenly within `seconds`, for the network of an address: an IPv4 address, or the
-- /64 of an IPv6 address, whose /48 may have twenty times as much. Returns the seconds to wait, 0 when it was granted.
-- What is no address is counted by its own words.
create function private.take_network_limit(limit_name text, address text, amount integer, seconds integer)
  returns integer
  language plpgsql volatile
  set search_path = ''
as $$
declare
  homes_of_one_provider constant integer := 20;
  parsed inet;
  wait integer;
begin
  begin
    parsed := address::inet;
  exception when invalid_text_representation then
    parsed := null;
  end;
  if parsed is null or family(parsed) = 4 then
    return private.take_rate_limit(limit_name, coalesce(host(parsed), address), amount, seconds);
  end if;
  wait := private.take_rate_limit(limit_name, network(set_masklen(parsed, 64))::text, amount, seconds);
  if wait > 0 then
    return wait;
  end if;
  return private.take_rate_limit(
    limit_name, network(set_masklen(parsed, 48))::text, amount * homes_of_one_provider, seconds
  );
end
$$;
comment on function private.take_network_limit(text, text, integer, integer) is
  'Counts one call of an address; 0 or the seconds to wait.';
grant execute on function private.take_network_limit(text, text, integer, integer) to service_role;

-- The outbox. Our platform has made it before; in a hosted project, where auth sends its own mails, it is made here for the
-- mails of functions.
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

-- The newest messages of the outbox, for the back office. Links and codes of accounts sign in whoever has them: those of staff
-- are for their recipient alone, or an admin could act under another one's name. An invitation is shown until it was
-- accepted, because without a mail server somebody has to hand it over. Whoever reads a link of staff signs in with it and
-- has proved anew who they are, so the password is asked for first (prove: refused with PT428 where it must be entered).
create function public.read_outbox(max_rows integer default 50, prove boolean default false) returns table (
  id uuid,
  channel text,
  kind text,
  recipient text,
  subject text,
  body_text text,
  needs_proof boolean,
  created_at timestamptz,
  sent_at timestamptz,
  last_error text
)
  -- Security definer because the outbox belongs to the platform; the first line asks who is reading.
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  of_session constant text := (select auth.jwt()) ->> 'session_id';
begin
  if not (select private.has_role('admin')) then
    raise insufficient_privilege using message = 'Only admins read the outbox';
  end if;
  if prove then
    perform private.require_recent_proof();
  end if;
  -- A hosted project sends its mails itself and has no outbox.
  if to_regclass('_platform.outbox') is null then
    return;
  end if;
  return query execute $query$
    with messages as (
      select outbox.*, signs_in.hidden, coalesce(not signs_in.hidden and not $2, false) as needs_proof
      from _platform.outbox
      left join lateral (
        -- Whether it signs in somebody of the staff, and somebody else than the reader.
        select bool_or(
          account.id is distinct from (select auth.uid())
          and not (kind = 'invite' and account.last_sign_in_at is null)
        ) as hidden
        from auth.users as account join public.user_roles on user_id = account.id
        where (
            channel <> 'email'
            or kind in ('confirmation', 'recovery', 'magic_link', 'invite', 'email_change', 'reauthentication')
          )
          and ltrim(lower(recipient), '+')
            in (lower(account.email), lower(account.email_change), account.phone, account.phone_change)
      ) as signs_in on true
      order by outbox.created_at desc
      limit least($1, 500)
    )
    select id, channel, kind, recipient, subject,
      case
        when hidden then 'Only its recipient reads this message: it holds a link or a code that signs them in.'
        when needs_proof then 'Enter your password to read this message: it holds a link or a code that signs somebody in.'
        else body_text
      end,
      needs_proof, created_at, sent_at, last_error
    from messages
    order by created_at desc
  $query$ using max_rows, of_session is null or private.is_recently_proved(of_session::uuid);
end
$$;
comment on function public.read_outbox(integer, boolean) is 'The newest mails and text messages that wait, for admins.';
grant execute on function public.read_outbox(integer, boolean) to authenticated;
