-- Limits of visitors count networks: every home and server has 2^64 addresses of IPv6, and whoever wants has 65,536
-- such networks for nothing. Those share a limit too, wide enough for the homes or telephones of one provider.

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

drop function private.calling_network();

-- Counts one download. Security definer: visitors change this one number and nothing else of the row, and one network
-- changes it once an hour. Their address is that of X-Forwarded-For as the gateway in front writes it. Who is no visitor
-- (the function that has asked the limit itself, a job) is not limited.
create or replace function public.increment_wallpaper_download(wallpaper_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  forwarded constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for';
  address constant text := trim(split_part(coalesce(forwarded, ''), ',', 1));
begin
  if not exists (
    select from public.wallpapers
    where id = increment_wallpaper_download.wallpaper_id
      and is_active
  ) then
    return;
  end if;
  if current_setting('role') in ('anon', 'authenticated')
    and private.take_network_limit('download ' || wallpaper_id, address, 1, 3600) > 0
  then
    return;
  end if;
  update public.wallpapers
  set download_count = download_count + 1
  where id = increment_wallpaper_download.wallpaper_id;
end
$$;
