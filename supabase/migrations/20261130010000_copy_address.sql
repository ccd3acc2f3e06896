-- A copy of what is kept of an address, for the person who asks for it: everything that find_address counts.

-- The texts of a JSON value that name an address, other people's addresses in them left out.
create function private.texts_naming(value jsonb, address text) returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct told.text), '[]')
  from jsonb_path_query(value, 'strict $.**') as leaf
  cross join lateral (
    select regexp_replace(
      leaf #>> '{}',
      '(?<![[:alnum:]._%+-])(?!' || regexp_replace(address, '([^[:alnum:]@])', '\\\1', 'g')
        || '(?![[:alnum:]_-]|\.[[:alnum:]]))[[:alnum:]._%+-]+@[[:alnum:]-]+(\.[[:alnum:]-]+)+',
      '[another address]', 'gi'
    ) as text
  ) as told
  where jsonb_typeof(leaf) = 'string' and leaf #>> '{}' ~* private.address_pattern(address)
$$;

-- Security definer: the outbox and the accounts belong to the platform; the function asks for the role admin itself. Of mails it
-- tells that they are there: the link or code of one signs in. The log says that a copy was made, and never of whom.
create function public.copy_address(address text) returns jsonb
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  pattern text;
  made jsonb;
  mails jsonb := '[]';
begin
  if not (select private.has_role('admin')) then
    raise insufficient_privilege using message = 'Only admins copy what is kept of an address';
  end if;
  perform private.require_recent_proof();
  address := lower(trim(address));
  if coalesce(address, '') !~ '^[^\s@"\\]+@[^\s@"\\]+$' then
    raise exception 'This is no e-mail address'
      using errcode = 'PT400', hint = 'Write the whole address, such as ada@example.com.';
  end if;
  pattern := private.address_pattern(address);
  -- A hosted project sends the mails of accounts itself, and has an outbox for those of functions.
  if to_regclass('_platform.outbox') is not null then
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''kind'', kind, ''created_at'', created_at) order by created_at), ''[]'')
      from _platform.outbox where lower(recipient) = $1 or lower(reply_to) = $1' into mails using address;
  end if;
  made := jsonb_build_object(
    'newsletter subscription',
    (select jsonb_agg(to_jsonb(kept)) from public.newsletter_subscribers as kept where lower(email) = address),
    'price alerts', (
      select jsonb_agg(to_jsonb(alerts))
      from public.price_alerts as alerts join public.price_watchers as watchers on watchers.id = watcher_id
      where lower(watchers.email) = address
    ),
    'address for price alerts',
    (select jsonb_agg(to_jsonb(kept)) from public.price_watchers as kept where lower(email) = address),
    'contact messages',
    (select jsonb_agg(to_jsonb(kept) order by created_at) from public.contact_messages as kept where lower(email) = address),
    'removed rows that name it', (
      select jsonb_agg(jsonb_build_object('kind', table_name, 'removed_at', removed_at,
        'texts', private.texts_naming(jsonb_build_array(name, removed_row, relations), address)) order by removed_at)
      from public.trash where concat_ws(' ', name, removed_row, relations) ~* pattern
    ),
    'jobs that name it', (
      select jsonb_agg(jsonb_build_object('kind', kind, 'created_at', created_at,
        'texts', private.texts_naming(jsonb_build_array(args, message, result), address)) order by created_at)
      from public.job_runs where concat_ws(' ', args, message, result) ~* pattern
    ),
    'lines of jobs that name it', (
      select jsonb_agg(jsonb_build_object('at', at, 'texts', private.texts_naming(to_jsonb(message), address)) order by at)
      from public.job_run_lines where message ~* pattern
    ),
    'account of the back office', (
      select jsonb_agg(jsonb_build_object(
        'email', email, 'phone', phone, 'created_at', created_at, 'invited_at', invited_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'details', raw_user_meta_data,
        'role', (select role from public.user_roles where user_id = users.id),
        'identities', (
          select jsonb_agg(jsonb_build_object('provider', provider, 'email', identities.email,
            'created_at', identities.created_at, 'details', identity_data))
          from auth.identities where user_id = users.id
        ),
        'sessions', (
          select jsonb_agg(jsonb_build_object('created_at', sessions.created_at, 'ip', ip, 'user_agent', user_agent))
          from auth.sessions where user_id = users.id
        ),
        'second factors', (
          select jsonb_agg(jsonb_build_object('kind', factor_type, 'name', friendly_name, 'created_at', mfa_factors.created_at))
          from auth.mfa_factors where user_id = users.id
        )
      ))
      from auth.users where lower(email) = address
    ),
    'mails that wait or were refused', nullif(mails, '[]')
  );
  insert into public.audit_log (actor, change_set, table_name, row_key, action, columns, for_role)
  values (private.actor(), private.change_set(), 'addresses', '', 'export', '{copy made}', 'admin');
  return jsonb_build_object('address', address, 'made_at', now(), 'kept', jsonb_strip_nulls(made));
end
$$;
comment on function public.copy_address(text) is 'Everything that is kept of an email address, as one JSON document; for admins.';
revoke execute on function public.copy_address(text) from public, anon;
grant execute on function public.copy_address(text) to authenticated;
