-- A network's limit decides which prices pages show: whoever tightens one sees it on the pages at once.
create trigger networks_page_changes
  after insert or update or delete or truncate on public.networks
  for each statement execute function private.notify_page_changes();
