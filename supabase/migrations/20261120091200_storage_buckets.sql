-- Where editors' pictures lie. Public to read, because pages show them; written by editors only.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('wallpapers', 'wallpapers', true, 20971520, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('images', 'images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}')
on conflict (id) do nothing;

create policy "editors upload pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));
create policy "everyone reads pictures" on storage.objects
  for select to anon, authenticated
  using (bucket_id in ('wallpapers', 'images'));
create policy "editors replace pictures" on storage.objects
  for update to authenticated
  using (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')))
  with check (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));
create policy "editors delete pictures" on storage.objects
  for delete to authenticated
  using (bucket_id in ('wallpapers', 'images') and (select private.has_role('editor')));
