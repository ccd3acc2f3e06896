-- Addresses of product pictures. Where a shop lets us copy its pictures, our server makes them smaller and keeps them; its
-- route fetches nothing whose address does not carry our signature. docs/decisions/0049-pictures.md says why it is made here.

-- The key of the signatures, in the two forms that HMAC takes it in (RFC 2104: padded to 64 bytes, under 0x36 and 0x5c).
-- The server derives it from its secret and writes it at every start. Nobody else reads it.
create table private.picture_key (
  only_row boolean primary key default true check (only_row),
  inner_pad bytea not null check (octet_length(inner_pad) = 64),
  outer_pad bytea not null check (octet_length(outer_pad) = 64)
);
comment on table private.picture_key is 'Signs the addresses of pictures that our server makes smaller.';
alter table private.picture_key enable row level security;

-- Two colours of each picture that was made smaller once, upper and lower half: what is shown until it has come.
create table private.picture_tones (
  product_id bigint primary key references public.products (id) on delete cascade,
  -- Of the picture they were read from: a product's next picture has other colours.
  signature text not null,
  -- Two colours of three hexadecimal digits, as in fedcba.
  tones text not null check (tones ~ '^[0-9a-f]{6}$')
);
comment on table private.picture_tones is 'Colours of product pictures, shown until they have come.';
alter table private.picture_tones enable row level security;

-- Pictures that may be copied. Amazon's never, whatever was set: its licence allows the link alone.
create view private.resizable_pictures as
  select products.id, products.image_url
  from public.products
  join public.merchants on merchants.name = products.merchant_name
  where merchants.may_store_image
    and products.source is distinct from 'amazon'
    and (products.image_url like 'https://%' or products.image_url like 'http://%');

-- Where a product's picture is: '/_image/<id>/<signature>' (a width and a format follow, as in /320.avif), with its
-- colours behind '#' when they are known; its own address where our server may not copy it, and before the server's first
-- start. The signature is HMAC-SHA256 of the address, cut to 128 bits, in base64url. Asked for by name, as price_as_of is.
-- Security definer for the key. It signs what the catalogue says of that id, never what it is handed: a caller could make
-- up a row.
create function public.picture(product public.products) returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (
      select '/_image/' || picture.id || '/' || signed.signature || coalesce('#' || known.tones, '')
      from private.resizable_pictures as picture
      cross join private.picture_key as key
      cross join lateral (
        select translate(
          encode(
            substr(sha256(key.outer_pad || sha256(key.inner_pad || convert_to(picture.image_url, 'UTF8'))), 1, 16),
            'base64'
          ),
          '+/=', '-_'
        )
      ) as signed (signature)
      left join private.picture_tones as known
        on known.product_id = picture.id and known.signature = signed.signature
      where picture.id = product.id and picture.image_url = product.image_url
    ),
    product.image_url
  )
$$;
grant execute on function public.picture(public.products) to anon, authenticated, service_role;

-- Search results show the same pictures; nothing else of the function changes.
do $$
declare
  definition text := pg_get_functiondef(
    'public.search_shop(text, text, text, text, integer, integer, boolean)'::regprocedure
  );
begin
  if cardinality(string_to_array(definition, ' product.image_url')) <> 2 then
    raise exception 'search_shop does not read the picture of a product where this migration expects it';
  end if;
  execute replace(definition, ' product.image_url', ' public.picture(product) as image_url');
end
$$;
