-- A session ends with its time too: the accounts service closes the one whose used refresh token came back, which may be
-- in a thief's hands, and keeps its row to know the family's other tokens by.

-- Whether the caller's session is still open. A token without a session, such as one an operator signed, has none to end.
create or replace function private.session_is_open() returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select not exists (
      select 1
      from auth.users
      where id = (select auth.uid())
        and (banned_until > now() or deleted_at is not null)
    )
    and (
      (select auth.jwt()) ->> 'session_id' is null
      or exists (
        select 1
        from auth.sessions
        where id = ((select auth.jwt()) ->> 'session_id')::uuid
          and user_id = (select auth.uid())
          and (not_after is null or not_after > now())
      )
    )
$$;
