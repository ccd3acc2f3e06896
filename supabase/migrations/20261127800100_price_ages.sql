-- A price is too old after some time: an age of zero or less would take every price away, and nobody would see why.
alter table public.networks add constraint price_max_age_is_an_age
  check (price_max_age > interval '0' and price_max_age <= interval '10 years');
alter table public.merchants add constraint max_age_is_an_age
  check (max_age > interval '0' and max_age <= interval '10 years');
