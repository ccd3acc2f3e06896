-- Files that staff replace, move or remove are in the log of changes too. Their rows belong to the storage service.

-- Trigger: one line. An upload is written by the service itself, after it asked the policies: then the file's new owner is
-- who did it. Without a person it was the shop. What was in the file cannot be told, and so cannot be undone.
create function private.log_changed_file() returns trigger
  language plpgsql security definer -- nobody may write the log
  set search_path = ''
as $$
declare
  who uuid := private.actor();
begin
  if who is null and tg_op = 'UPDATE' and new.owner_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    who := new.owner_id::uuid;
  end if;
  if who is null then
    return null;
  end if;
  insert into public.audit_log (actor, change_set, table_name, row_key, row_name, action, columns, for_role)
  values (
    who, private.change_set(), 'files', old.bucket_id || '/' || old.name, old.name, 'update',
    array[case
      when tg_op = 'DELETE' then 'file removed'
      when new.version is distinct from old.version then 'file replaced'
      else 'file moved to ' || new.bucket_id || '/' || new.name
    end],
    'editor'
  );
  return null;
end
$$;
create trigger log_removed_file
  after delete on storage.objects
  for each row when (old.bucket_id in ('images', 'wallpapers'))
  execute function private.log_changed_file();
create trigger log_changed_file
  after update on storage.objects
  for each row when (
    old.bucket_id in ('images', 'wallpapers')
    and (new.version, new.name, new.bucket_id) is distinct from (old.version, old.name, old.bucket_id)
  )
  execute function private.log_changed_file();
