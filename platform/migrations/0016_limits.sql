-- What slows down guessing: rate limits, codes with their guesses, and where accounts signed in from.

-- Token buckets, shared by every process. Unlogged: after a crash everybody starts with a full bucket.
create unlogged table _platform.rate_limits (
  -- Digest of what is limited and for whom, so that no address or account is kept in the clear.
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null,
  -- Limits that are exact within any stretch of time keep when each was taken, instead of a bucket that refills.
  taken timestamptz[] not null default '{}'
);
comment on table _platform.rate_limits is 'How many more requests each address and account may make now.';
comment on column _platform.rate_limits.taken is 'When each of a strict limit was taken, oldest first.';
alter table _platform.rate_limits enable row level security;
create index rate_limits_refilled_at_idx on _platform.rate_limits (refilled_at);

-- Codes to type: what a mail or text message carries beside its link, and has nothing in common with it.
create table _platform.one_time_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The token's column of auth.users, as auth.one_time_tokens.token_type names it.
  token_type text not null,
  -- Keyed digest of address and code: useless to a reader of the database.
  code_hash text not null,
  -- Taken before a guess is checked; a code that was guessed at too often is dead.
  guesses integer not null default 0,
  -- Hash of the password that the sign-up chose which this code was sent for. Whoever types the code made that sign-up.
  password_hash text,
  created_at timestamptz not null,
  primary key (user_id, token_type)
);
comment on table _platform.one_time_codes is 'Codes that were sent and not typed yet, with how often they were guessed at.';
alter table _platform.one_time_codes enable row level security;
create index one_time_codes_created_at_idx on _platform.one_time_codes (created_at);

-- Where each account signed in from: strangers who use up its guesses do not keep its owner out there.
create table _platform.sign_in_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Keyed digest of account and network, so that nobody reads in here who was where.
  network text not null,
  signed_in_at timestamptz not null,
  primary key (user_id, network)
);
comment on table _platform.sign_in_networks is 'Networks that accounts signed in from within the last month.';
alter table _platform.sign_in_networks enable row level security;
create index sign_in_networks_signed_in_at_idx on _platform.sign_in_networks (signed_in_at);

-- The newest time step whose code a factor was verified with: a code that somebody looked at works no second time.
create table _platform.totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
comment on table _platform.totp_steps is 'The newest time step that each authenticator app was used in.';
alter table _platform.totp_steps enable row level security;

-- Passwords of sign-ups in the PKCE flow. They become the account's when the browser that signed up, which alone has
-- the verifier, brings the code that the mailed link led to.
create table _platform.sign_up_passwords (
  flow_id uuid primary key references auth.flow_state (id) on delete cascade,
  password_hash text not null
);
comment on table _platform.sign_up_passwords is 'Passwords that wait until whoever chose them has shown that the address is theirs.';
alter table _platform.sign_up_passwords enable row level security;
