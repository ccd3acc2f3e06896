-- Merchants' own files are a network of their own in runs and programmes; their products have no source.
insert into public.networks (id, name, price_max_age) values ('file', 'Merchants'' own files', interval '72 hours');
