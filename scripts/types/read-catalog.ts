import type pg from 'pg'
import { z } from 'zod'

const column = z.object({
  name: z.string(),
  type: z.string(),
  schema: z.string(),
  isArray: z.boolean(),
  nullable: z.boolean(),
  hasDefault: z.boolean(),
  /** Never writable: generated always, as identity or by expression. */
  readOnly: z.boolean(),
})
const relationship = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  referenced: z.string(),
  referencedColumns: z.array(z.string()),
  isOneToOne: z.boolean(),
})
const relation = z.object({
  name: z.string(),
  kind: z.enum(['table', 'view']),
  insertable: z.boolean(),
  updatable: z.boolean(),
  columns: z.array(column),
  relationships: z.array(relationship),
})
const typed = column.pick({ name: true, type: true, schema: true, isArray: true })
const routine = z.object({
  name: z.string(),
  args: z.array(typed.extend({ hasDefault: z.boolean() })),
  /** Columns of RETURNS TABLE or of OUT parameters; empty for any other result. */
  resultColumns: z.array(typed),
  result: typed.omit({ name: true }),
  isSet: z.boolean(),
})
const enumeration = z.object({ name: z.string(), values: z.array(z.string()) })

const catalogue = z.object({
  relations: z.array(relation),
  routines: z.array(routine),
  enums: z.array(enumeration),
})
export type Catalogue = z.output<typeof catalogue>
export type Relation = z.output<typeof relation>
export type Column = z.output<typeof column>
export type Typed = Omit<z.output<typeof typed>, 'name'>
export type Routine = z.output<typeof routine>

/** Tables, views, functions and enums of one schema, everything in an order that does not depend on the machine. */
export async function readCatalogue(client: pg.ClientBase, schema: string): Promise<Catalogue> {
  const read = async (sql: string) => {
    const { rows } = await client.query<{ json: unknown }>(sql, [schema])
    return rows.map((row) => row.json)
  }
  return catalogue.parse({
    relations: await read(RELATIONS),
    routines: await read(ROUTINES),
    enums: await read(ENUMS),
  })
}

/** An array's element stands for the array; a domain for its base type. */
const TYPE_FIELDS = `
  'type', coalesce(base.typname, element.typname, given.typname),
  'schema', coalesce(base_schema.nspname, element_schema.nspname, given_schema.nspname),
  'isArray', given.typcategory = 'A'`
const typeJoins = (oid: string) => `
  join pg_type given on given.oid = ${oid}
  join pg_namespace given_schema on given_schema.oid = given.typnamespace
  left join pg_type element on element.oid = given.typelem and given.typcategory = 'A'
  left join pg_namespace element_schema on element_schema.oid = element.typnamespace
  left join pg_type base on base.oid = given.typbasetype and given.typtype = 'd'
  left join pg_namespace base_schema on base_schema.oid = base.typnamespace`

const RELATIONS = `
select json_build_object(
  'name', relation.relname,
  'kind', case when relation.relkind in ('v', 'm') then 'view' else 'table' end,
  'insertable', (pg_relation_is_updatable(relation.oid, false) & 8) > 0,
  'updatable', (pg_relation_is_updatable(relation.oid, false) & 4) > 0,
  'columns', (
    select coalesce(json_agg(json_build_object(
      'name', attribute.attname,
      ${TYPE_FIELDS},
      'nullable', not (attribute.attnotnull or given.typnotnull),
      'hasDefault', attribute.atthasdef or attribute.attidentity <> '',
      'readOnly', attribute.attgenerated <> '' or attribute.attidentity = 'a'
    ) order by attribute.attname collate "C"), '[]')
    from pg_attribute attribute
    ${typeJoins('attribute.atttypid')}
    where attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
  ),
  'relationships', (
    select coalesce(json_agg(json_build_object(
      'name', key.conname,
      'columns', (select json_agg(a.attname order by k.position)
        from unnest(key.conkey) with ordinality k (number, position)
        join pg_attribute a on a.attrelid = key.conrelid and a.attnum = k.number),
      'referenced', target.relname,
      'referencedColumns', (select json_agg(a.attname order by k.position)
        from unnest(key.confkey) with ordinality k (number, position)
        join pg_attribute a on a.attrelid = key.confrelid and a.attnum = k.number),
      'isOneToOne', exists (
        select 1 from pg_constraint other
        where other.conrelid = key.conrelid and other.contype in ('p', 'u')
          and other.conkey @> key.conkey and other.conkey <@ key.conkey)
    ) order by key.conname collate "C"), '[]')
    from pg_constraint key
    join pg_class target on target.oid = key.confrelid and target.relnamespace = relation.relnamespace
    where key.conrelid = relation.oid and key.contype = 'f' and key.conparentid = 0
  )
) as json
from pg_class relation
join pg_namespace namespace on namespace.oid = relation.relnamespace
where namespace.nspname = $1 and relation.relkind in ('r', 'p', 'v', 'm', 'f') and not relation.relispartition
order by relation.relname collate "C"`

const ROUTINES = `
select json_build_object(
  'name', routine.proname,
  'args', (
    select coalesce(json_agg(json_build_object(
      'name', coalesce(routine.proargnames[argument.position], ''),
      ${TYPE_FIELDS},
      'hasDefault', argument.input_position > routine.pronargs - routine.pronargdefaults
    ) order by argument.position), '[]')
    from (
      select position, type, mode, row_number() over (order by position) as input_position
      from unnest(
        coalesce(routine.proallargtypes, routine.proargtypes::oid[]),
        coalesce(routine.proargmodes, array_fill('i'::"char", array[routine.pronargs::int]))
      ) with ordinality a (type, mode, position)
      where mode in ('i', 'b', 'v')
    ) argument
    ${typeJoins('argument.type')}
  ),
  'resultColumns', (
    select coalesce(json_agg(json_build_object(
      'name', coalesce(routine.proargnames[argument.position], ''),
      ${TYPE_FIELDS}
    ) order by argument.position), '[]')
    from unnest(routine.proallargtypes, routine.proargmodes) with ordinality argument (type, mode, position)
    ${typeJoins('argument.type')}
    where argument.mode in ('o', 'b', 't')
  ),
  'result', (
    select json_build_object(${TYPE_FIELDS}) from (select routine.prorettype as type) result ${typeJoins('result.type')}
  ),
  'isSet', routine.proretset
) as json
from pg_proc routine
join pg_namespace namespace on namespace.oid = routine.pronamespace
where namespace.nspname = $1 and routine.prokind = 'f'
  and routine.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
order by routine.proname collate "C", pg_get_function_identity_arguments(routine.oid) collate "C"`

const ENUMS = `
select json_build_object('name', type.typname, 'values', json_agg(label.enumlabel order by label.enumsortorder)) as json
from pg_type type
join pg_namespace namespace on namespace.oid = type.typnamespace
join pg_enum label on label.enumtypid = type.oid
where namespace.nspname = $1
group by type.typname
order by type.typname collate "C"`
