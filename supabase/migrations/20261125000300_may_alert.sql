-- Whether a page may offer an alert for a product, as a computed column that everybody may ask for: select=may_alert.
-- Security definer: what merchants and networks allow is decided by private.may_alert_of, which is not callable by visitors.
create function public.may_alert(product public.products) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select private.may_alert_of(product)
$$;
grant execute on function public.may_alert(public.products) to anon, authenticated, service_role;
comment on function public.may_alert(public.products) is 'Whether visitors may be told of this product by mail.';
