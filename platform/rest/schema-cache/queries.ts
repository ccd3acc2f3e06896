/**
 * The catalogue queries of one schema cache load. They run in one transaction with an empty search_path, so that
 * every type and default expression comes back qualified. System schemas are left out everywhere.
 */
const USER_SCHEMA = `n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

export interface TableRow {
  oid: number
  schema: string
  name: string
  kind: 'r' | 'p' | 'v' | 'm' | 'f' | 'c'
  description: string | null
  updatable: number
  columns: ColumnRow[]
  primary_key: string[]
  inserters: string[]
  updaters: string[]
}

export interface ColumnRow {
  position: number
  name: string
  description: string | null
  nullable: boolean
  type: string
  base_type: string
  max_length: number | null
  default: string | null
  enum_values: string[]
}

/** The roles of `$1` that have a right in a schema `n` that they may use. */
const rolesThat = (right: string) => `array(
    select role from unnest($1::text[]) as role
    where pg_catalog.has_schema_privilege(role, n.oid, 'USAGE') and pg_catalog.${right}
  )`

/** Tables, views, foreign and partitioned tables (not their partitions), and free-standing composite types. */
export const TABLES = `
select
  c.oid::int8::float8 as oid,
  n.nspname as schema,
  c.relname as name,
  c.relkind as kind,
  pg_catalog.obj_description(c.oid, 'pg_class') as description,
  case when c.relkind in ('r', 'p', 'v', 'f') then pg_catalog.pg_relation_is_updatable(c.oid::regclass, true) else 0 end
    as updatable,
  coalesce(cols.columns, '[]') as columns,
  coalesce(pk.columns, '[]') as primary_key,
  ${rolesThat("has_any_column_privilege(role, c.oid, 'INSERT')")} as inserters,
  ${rolesThat("has_any_column_privilege(role, c.oid, 'UPDATE')")} as updaters
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join lateral (
  select json_agg(json_build_object(
    'position', a.attnum,
    'name', a.attname,
    'description', pg_catalog.col_description(c.oid, a.attnum),
    'nullable', not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)),
    'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'base_type', case when t.typtype = 'd'
      then pg_catalog.format_type(t.typbasetype, t.typtypmod)
      else pg_catalog.format_type(a.atttypid, a.atttypmod) end,
    'max_length', case
      when t.oid in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4
      when t.typbasetype in (1042, 1043) and t.typtypmod > 4 then t.typtypmod - 4 end,
    'default', case
      when a.attidentity <> '' then
        format('nextval(%L)', pg_catalog.pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
      when a.attgenerated <> '' then null
      else coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault) end,
    'enum_values', coalesce(
      (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
       where e.enumtypid in (t.oid, t.typbasetype)), '[]')
  ) order by a.attnum) as columns
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
) cols on true
left join lateral (
  select json_agg(a.attname order by k.position) as columns
  from pg_catalog.pg_constraint p
  cross join lateral unnest(p.conkey) with ordinality as k (attnum, position)
  join pg_catalog.pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
  where p.conrelid = c.oid and p.contype = 'p'
) pk on true
where c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and not c.relispartition and ${USER_SCHEMA}
order by n.nspname, c.relname`

export interface ForeignKeyRow {
  constraint: string
  table: number
  columns: number[]
  foreign: number
  foreign_columns: number[]
  one_to_one: boolean
}

/** Foreign keys; one-to-one when a key or unique constraint of the table covers exactly the same columns. */
export const FOREIGN_KEYS = `
select
  fk.conname as constraint,
  fk.conrelid::int8::float8 as table,
  fk.conkey::int4[] as columns,
  fk.confrelid::int8::float8 as foreign,
  fk.confkey::int4[] as foreign_columns,
  exists (
    select from pg_catalog.pg_constraint u
    where u.conrelid = fk.conrelid and u.contype in ('p', 'u')
      and u.conkey @> fk.conkey and u.conkey <@ fk.conkey
  ) as one_to_one
from pg_catalog.pg_constraint fk
join pg_catalog.pg_class c on c.oid = fk.conrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where fk.contype = 'f' and fk.conparentid = 0 and ${USER_SCHEMA}
order by n.nspname, c.relname, fk.conname`

export interface ViewRow {
  oid: number
  action: string
}

/** Rewrite rules of the views: their target lists say which table column each view column comes from. */
export const VIEWS = `
select c.oid::int8::float8 as oid, r.ev_action::text as action
from pg_catalog.pg_rewrite r
join pg_catalog.pg_class c on c.oid = r.ev_class
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${USER_SCHEMA}`

export interface RoutineRow {
  oid: number
  schema: string
  name: string
  description: string | null
  arg_names: string[] | null
  arg_types: string[]
  arg_row_types: (number | null)[]
  out_names: string[]
  out_types: string[]
  defaults: number
  is_variadic: boolean
  returns_set: boolean
  rows: number
  return_type: string
  return_relation: number | null
  is_composite: boolean
  is_void: boolean
  volatility: 'i' | 's' | 'v'
  callers: string[]
}

/** Functions of the exposed schemas, and wherever they are, those that take one row of a relation. */
export const ROUTINES = `
select
  p.oid::int8::float8 as oid,
  n.nspname as schema,
  p.proname as name,
  pg_catalog.obj_description(p.oid, 'pg_proc') as description,
  case when p.proargnames is null then null else coalesce((
    select array_agg(coalesce(p.proargnames[i], '') order by i)
    from generate_subscripts(coalesce(p.proallargtypes, p.proargtypes::oid[]), 1) with ordinality as s (at, i)
    where p.proargmodes is null or p.proargmodes[i] in ('i', 'b', 'v')
  ), '{}') end as arg_names,
  coalesce((
    select array_agg(pg_catalog.format_type(a.type, null) order by a.i)
    from unnest(p.proargtypes::oid[]) with ordinality as a (type, i)), '{}') as arg_types,
  coalesce((
    select array_agg(nullif(t.typrelid, 0)::int8::float8 order by a.i)
    from unnest(p.proargtypes::oid[]) with ordinality as a (type, i)
    join pg_catalog.pg_type t on t.oid = a.type), '{}') as arg_row_types,
  coalesce((
    select array_agg(coalesce(p.proargnames[a.i], '') order by a.i)
    from unnest(p.proallargtypes) with ordinality as a (type, i)
    where p.proargmodes[a.i] in ('t', 'o', 'b')), '{}') as out_names,
  coalesce((
    select array_agg(pg_catalog.format_type(a.type, null) order by a.i)
    from unnest(p.proallargtypes) with ordinality as a (type, i)
    where p.proargmodes[a.i] in ('t', 'o', 'b')), '{}') as out_types,
  p.pronargdefaults as defaults,
  p.provariadic <> 0 as is_variadic,
  p.proretset as returns_set,
  p.prorows as rows,
  pg_catalog.format_type(p.prorettype, null) as return_type,
  nullif(coalesce(base.typrelid, ret.typrelid), 0)::int8::float8 as return_relation,
  (coalesce(base.typtype, ret.typtype) = 'c'
    or p.prorettype = 'pg_catalog.record'::regtype
    or coalesce(p.proargmodes::text[] && '{t,b,o}', false)) as is_composite,
  p.prorettype = 'pg_catalog.void'::regtype as is_void,
  p.provolatile as volatility,
  ${rolesThat("has_function_privilege(role, p.oid, 'EXECUTE')")} as callers
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type ret on ret.oid = p.prorettype
left join pg_catalog.pg_type base on ret.typtype = 'd' and base.oid = ret.typbasetype
left join pg_catalog.pg_type first_arg on first_arg.oid = p.proargtypes[0]
where p.prokind = 'f'
  and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  and ${USER_SCHEMA}
  and (n.nspname = any ($2) or (p.pronargs = 1 and first_arg.typrelid <> 0))
order by n.nspname, p.proname, p.pronargs, p.oid`

/** Everything a cast can name without a schema. */
export const TYPES = `
select distinct lower(t.typname) as name
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where t.typtype <> 'p' and (n.nspname in ('pg_catalog', 'public') or n.nspname = any ($1))`

export interface DomainRow {
  domain: string
  base: string
}

/** Every domain with the type that it comes down to. */
export const DOMAINS = `
with recursive steps as (
  select d.oid as domain, d.typbasetype as base
  from pg_catalog.pg_type d
  join pg_catalog.pg_namespace n on n.oid = d.typnamespace
  where d.typtype = 'd' and ${USER_SCHEMA}
  union all
  select steps.domain, t.typbasetype
  from steps
  join pg_catalog.pg_type t on t.oid = steps.base and t.typtype = 'd'
)
select pg_catalog.format_type(steps.domain, null) as domain, pg_catalog.format_type(steps.base, null) as base
from steps
join pg_catalog.pg_type t on t.oid = steps.base and t.typtype <> 'd'`

export interface RepresentationRow {
  domain: string
  direction: 'toJson' | 'fromJson' | 'fromText'
  routine: string
}

/** Implicit casts by function between a domain and json, and from text. */
export const REPRESENTATIONS = `
select
  pg_catalog.format_type(case when source.typtype = 'd' then source.oid else target.oid end, null) as domain,
  case when source.typtype = 'd' then 'toJson' when source.typname = 'json' then 'fromJson' else 'fromText' end
    as direction,
  format('%I.%I', n.nspname, p.proname) as routine
from pg_catalog.pg_cast c
join pg_catalog.pg_type source on source.oid = c.castsource
join pg_catalog.pg_type target on target.oid = c.casttarget
join pg_catalog.pg_proc p on p.oid = c.castfunc
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and (
    (source.typtype = 'd' and c.casttarget = 'pg_catalog.json'::regtype)
    or (target.typtype = 'd' and c.castsource in ('pg_catalog.json'::regtype, 'pg_catalog.text'::regtype))
  )`

export interface SettingsRow {
  role: string
  in_database: boolean
  settings: string[]
}

/** `alter role … [in database …] set …` of the roles named. */
export const ROLE_SETTINGS = `
select r.rolname as role, s.setdatabase <> 0 as in_database, s.setconfig as settings
from pg_catalog.pg_db_role_setting s
join pg_catalog.pg_roles r on r.oid = s.setrole
where r.rolname = any ($1)
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
order by s.setdatabase`

/** Names of the settings that any role may change for its own transaction. */
export const USER_SETTINGS = `select name from pg_catalog.pg_settings where context = 'user'`

export const SCHEMA_COMMENTS = `
select n.nspname as schema, pg_catalog.obj_description(n.oid, 'pg_namespace') as comment
from pg_catalog.pg_namespace n
where n.nspname = any ($1)`

export interface MediaHandlerRow {
  handler_schema: string
  handler_name: string
  target_schema: string
  target_name: string
  any_element: boolean
  media_type: string
  is_bytes: boolean
  kind: 'aggregate' | 'function'
}

/** Aggregates and functions whose result is a domain named like a media type: "text/html", or a star for any. */
export const MEDIA_HANDLERS = `
with media as (
  select d.oid, lower(d.typname) as name, dn.nspname as schema, d.typname as domain,
    d.typbasetype = 'pg_catalog.bytea'::regtype as is_bytes
  from pg_catalog.pg_type d
  join pg_catalog.pg_namespace dn on dn.oid = d.typnamespace
  where d.typtype = 'd' and (d.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or d.typname = '*/*')
)
select
  n.nspname as handler_schema, p.proname as handler_name,
  an.nspname as target_schema, at.typname as target_name,
  at.oid = 'pg_catalog.anyelement'::regtype as any_element,
  media.name as media_type, media.is_bytes, 'aggregate' as kind
from media
join pg_catalog.pg_proc p on p.prorettype = media.oid and p.prokind = 'a' and p.pronargs = 1
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type at on at.oid = p.proargtypes[0]
join pg_catalog.pg_namespace an on an.oid = at.typnamespace
where n.nspname = any ($1) and (at.typrelid <> 0 or at.oid = 'pg_catalog.anyelement'::regtype)
union all
select media.schema, media.domain, n.nspname, p.proname, false, media.name, media.is_bytes, 'function'
from media
join pg_catalog.pg_proc p on p.prorettype = media.oid and p.prokind = 'f' and not p.proretset
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where n.nspname = any ($1)`
