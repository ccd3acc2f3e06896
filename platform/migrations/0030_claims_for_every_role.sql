-- Policies of roles beyond anon, authenticated and service_role ask who the caller is as well. On a hosted project
-- everybody may call these; they tell nothing but the session's own settings.
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to public;
grant execute on function realtime.topic() to public;
