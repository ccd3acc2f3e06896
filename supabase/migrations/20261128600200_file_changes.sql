-- Files that staff replace, move or remove are in the log of changes too, and removed ones go to the trash. Their rows belong
-- to the storage service.

-- Where removed files lie, under the ids of their rows in public.trash. It has no policies: only the shop itself reads it.
insert into storage.buckets (id, name, public) values ('trash', 'trash', false)
on conflict (id) do nothing;

-- One line of the log about a file, for whoever acts.
create function private.log_file(who uuid, file storage.objects, what text, done text) returns void
  language sql
  set search_path = ''
as $$
  insert into public.audit_log (actor, change_set, undoes, table_name, row_key, row_name, action, columns, for_role)
  values (
    who, private.change_set(), nullif(current_setting('app.undoes', true), '')::uuid,
    'files', file.bucket_id || '/' || file.name, file.name, what, array[done], 'editor'
  )
$$;

-- What was in a file is one of the bucket trash from then on: nothing is copied, the row names the same version.
create function private.trash_file(who uuid, file storage.objects, is_replaced boolean) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  trash_id constant uuid := gen_random_uuid();
begin
  insert into public.trash (id, table_name, row_key, name, removed_row, relations, removed_by, change_set, for_role)
  values (
    trash_id, 'files', file.bucket_id || '/' || file.name, file.name,
    to_jsonb(file) - array['version', 'path_tokens'],
    case when is_replaced then '{"replaced": true}'::jsonb else '{}' end, who, private.change_set(), 'editor'
  );
  insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, last_accessed_at)
  values (
    case when is_replaced then gen_random_uuid() else file.id end, 'trash', trash_id::text, file.owner, file.owner_id, file.version, file.metadata, file.user_metadata,
    file.created_at, file.last_accessed_at
  );
end
$$;

-- Trigger: one line, and what was in a replaced file goes to the trash. An upload is written by the service itself, after it
-- asked the policies: then the file's new owner is who did it. Without a person it was the shop.
create function private.log_changed_file() returns trigger
  language plpgsql security definer -- nobody may write the log
  set search_path = ''
as $$
declare
  who uuid := private.actor();
begin
  if who is null and new.owner_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    who := new.owner_id::uuid;
  end if;
  if who is not null then
    perform private.log_file(who, old, 'update', case
      when new.version is distinct from old.version then 'file replaced'
      else 'file moved to ' || new.bucket_id || '/' || new.name
    end);
    if new.version <> old.version then
      perform private.trash_file(who, old, true);
    end if;
  end if;
  return null;
end
$$;
create trigger log_changed_file
  after update on storage.objects
  for each row when (
    old.bucket_id in ('images', 'wallpapers')
    and (new.version, new.name, new.bucket_id) is distinct from (old.version, old.name, old.bucket_id)
  )
  execute function private.log_changed_file();

-- Trigger: what staff remove is a file of the bucket trash from then on. The storage service removes no bytes that a row
-- names. What the shop itself removes is gone at once.
create function private.keep_file_in_trash() returns trigger
  language plpgsql security definer -- nobody may write the trash
  set search_path = ''
as $$
begin
  if private.actor() is null then
    return null;
  end if;
  perform private.trash_file(private.actor(), old, false);
  perform private.log_file(private.actor(), old, 'delete', 'file removed');
  return null;
end
$$;
create trigger keep_removed_file
  after delete on storage.objects
  for each row when (old.bucket_id in ('images', 'wallpapers'))
  execute function private.keep_file_in_trash();

-- Puts a file back where it was. What was replaced takes the place of what replaced it, which goes to the trash in turn. For
-- restore_from_trash, which has asked for the role.
create function private.restore_file(removed public.trash) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  kept storage.objects;
  restored storage.objects;
begin
  select * into kept from storage.objects where bucket_id = 'trash' and name = removed.id::text for update;
  if not found then
    raise exception 'The file "%" is no longer there', removed.name
      using errcode = 'PT404', hint = 'Upload it again.';
  end if;
  if removed.relations ? 'replaced' then
    update storage.objects
    set version = kept.version, metadata = kept.metadata, user_metadata = kept.user_metadata,
      owner = kept.owner, owner_id = kept.owner_id
    where bucket_id = removed.removed_row ->> 'bucket_id' and name = removed.removed_row ->> 'name'
    returning * into restored;
  end if;
  if restored.id is null then
    update storage.objects
    set bucket_id = removed.removed_row ->> 'bucket_id', name = removed.removed_row ->> 'name'
    where id = kept.id
    returning * into restored;
  else
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects where id = kept.id;
    perform set_config('storage.allow_delete_query', '', true);
  end if;
  perform private.log_file(private.actor(), restored, 'update', 'file restored');
end
$$;
