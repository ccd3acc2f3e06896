-- Mails that could not be sent because no mail server is configured, for the back office. Their links let whoever
-- opens them in, so only admins read them.
create function public.read_outbox(max_rows integer default 50) returns table (
  id uuid,
  channel text,
  kind text,
  recipient text,
  subject text,
  body_text text,
  created_at timestamptz,
  sent_at timestamptz,
  last_error text
)
  -- Security definer because the outbox belongs to the platform; the first line asks who is reading.
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (select private.has_role('admin')) then
    raise insufficient_privilege using message = 'Only admins read the outbox';
  end if;
  -- A hosted project sends its mails itself and has no outbox.
  if to_regclass('_platform.outbox') is null then
    return;
  end if;
  return query execute
    'select id, channel, kind, recipient, subject, body_text, created_at, sent_at, last_error
     from _platform.outbox order by created_at desc limit least($1, 500)'
    using max_rows;
end
$$;
comment on function public.read_outbox(integer) is 'The newest mails and text messages that wait, for admins.';
grant execute on function public.read_outbox(integer) to authenticated;
