-- A visitor who calls the counter again and again counts once an hour, as the function record-wallpaper-download does.

-- Whom a call through the API comes from: the address of X-Forwarded-For as the gateway in front writes it. Of IPv6 the
-- network of a home or server, 2^64 addresses. Empty where nobody says.
create function private.calling_network() returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  forwarded constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for';
  address inet;
begin
  address := trim(split_part(forwarded, ',', 1))::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return '';
end
$$;
comment on function private.calling_network() is 'The network that an API call comes from, or an empty text.';

-- Counts one download. Security definer: visitors change this one number and nothing else of the row, and one network
-- changes it once an hour. Who is no visitor (the function that has asked the limit itself, a job) is not limited.
create or replace function public.increment_wallpaper_download(wallpaper_id uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not exists (
    select from public.wallpapers
    where id = increment_wallpaper_download.wallpaper_id
      and is_active
  ) then
    return;
  end if;
  if current_setting('role') in ('anon', 'authenticated')
    and private.take_rate_limit(
      'download ' || wallpaper_id, coalesce(private.calling_network(), ''), 1, 3600
    ) > 0
  then
    return;
  end if;
  update public.wallpapers
  set download_count = download_count + 1
  where id = increment_wallpaper_download.wallpaper_id;
end
$$;
