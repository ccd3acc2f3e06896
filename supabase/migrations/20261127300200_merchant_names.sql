-- Renaming a merchant. Products name their merchant, and its rules are found by that name: so the old name stays as a merchant
-- of its own, with the same rules, until the job rename-merchant has moved the last product.

insert into private.job_kinds (kind, lane, for_role) values ('rename-merchant', 'products', 'editor');

alter table public.merchants add column alias_of bigint references public.merchants (id) on delete cascade;
comment on column public.merchants.alias_of is
  'Set on the old name of a merchant that is being renamed; such a row has the rules of the merchant and goes with the last product.';

-- Feeds go on writing the name that they know: imports translate it.
create table private.merchant_names (
  old_name text collate "C" primary key,
  merchant_id bigint not null references public.merchants (id) on delete cascade
);
comment on table private.merchant_names is 'Names that merchants had before they were renamed, which feeds still write.';
create index merchant_names_merchant on private.merchant_names (merchant_id);
alter table private.merchant_names enable row level security;

-- Trigger: a name that products bear changes by the job alone, or by undoing all that the job did. Security definer because
-- former names are nobody's to write.
create function private.keep_merchant_name() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if coalesce(current_setting('app.undoes', true), '') <> '' then
    -- The name returns, and its products with it.
    delete from public.merchants where name = new.name and alias_of = new.id;
  elsif coalesce(current_setting('shop.renaming_merchant', true), '') <> 'on'
    and exists (select from public.products where merchant_name = old.name)
  then
    raise exception 'Products bear the name "%": it is changed by a job', old.name
      using errcode = 'check_violation', hint = 'Start the job rename-merchant, which moves them.';
  end if;
  return new;
end
$$;
create trigger keep_merchant_name
  before update of name on public.merchants
  for each row when (old.name <> new.name)
  execute function private.keep_merchant_name();

-- Trigger: what somebody is called now is no former name of anybody. Security definer as above.
create function private.forget_former_name() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.merchant_names where old_name = new.name;
  return null;
end
$$;
create trigger forget_former_name
  after insert or update of name on public.merchants
  for each row when (new.alias_of is null)
  execute function private.forget_former_name();

-- Trigger: the rules of a merchant hold under its old name too. Security definer: whoever may change the one row means both.
create function private.share_rules_with_alias() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.merchants
  set may_cloak = new.may_cloak, may_store_image = new.may_store_image, may_show_history = new.may_show_history,
    may_alert = new.may_alert, may_show_rating = new.may_show_rating, may_email = new.may_email, max_age = new.max_age,
    disclosure = new.disclosure, tag_rule = new.tag_rule, is_trusted = new.is_trusted
  where alias_of = new.id;
  return null;
end
$$;
create trigger share_rules_with_alias
  after update of may_cloak, may_store_image, may_show_history, may_alert, may_show_rating, may_email, max_age, disclosure,
    tag_rule, is_trusted
  on public.merchants
  for each row when (new.alias_of is null)
  execute function private.share_rules_with_alias();
