import type { Pools } from '../../postgres/pools.ts'
import type { Relation } from './pgoutput.ts'
import type { ColumnType } from './values.ts'

/** What deciding and writing a table's changes needs. */
export interface Table {
  relation: Relation
  columns: TableColumn[]
  /** Positions of the primary key's columns. */
  primaryKey: number[]
  rowSecurity: boolean
  /** The columns each role may select. */
  readable: ReadonlyMap<string, ReadonlySet<string>>
}

export interface TableColumn {
  name: string
  type: ColumnType
  /** As SQL writes it, with modifiers. */
  sqlType: string
}

interface ColumnRow {
  name: string
  type_oid: number
  sql_type: string
  key_position: number | null
  row_security: boolean
  readers: string[]
}

/**
 * Knows tables by their relation message. The server sends a new one after every change of the table, of its grants
 * or of its policies, so a relation object is all that a table's cached facts hang on.
 */
export function createTables({ owner: pool, roles }: Pick<Pools, 'owner' | 'roles'>) {
  const tables = new WeakMap<Relation, Promise<Table | null>>()
  const types = new Map<number, ColumnType>()

  async function load(relation: Relation): Promise<Table | null> {
    const { rows } = await pool.query<ColumnRow>({
      name: 'realtime_table',
      text: `select a.attname as name, a.atttypid::int8::int as type_oid,
          pg_catalog.format_type(a.atttypid, null) as sql_type,
          array_position(i.indkey::int2[], a.attnum) as key_position,
          c.relrowsecurity as row_security,
          array(
            select role from unnest($2::text[]) as role
            where has_column_privilege(to_regrole(quote_ident(role))::oid, c.oid, a.attnum, 'select')
          ) as readers
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.oid = $1
        order by a.attnum`,
      values: [relation.oid, roles],
    })
    if (rows.length === 0) return null // dropped meanwhile
    const byName = new Map(rows.map((row) => [row.name, row]))
    await loadTypes(relation.columns.map((column) => column.typeOid))
    const columns = relation.columns.map(({ name, typeOid }) => ({
      name,
      type: types.get(typeOid) ?? { oid: typeOid, name: 'text', element: null },
      sqlType: byName.get(name)?.sql_type ?? 'text',
    }))
    const primaryKey = rows
      .filter((row) => row.key_position !== null)
      .sort((a, b) => (a.key_position ?? 0) - (b.key_position ?? 0))
      .map((row) => relation.columns.findIndex((column) => column.name === row.name))
    return {
      relation,
      columns,
      primaryKey: primaryKey.includes(-1) ? [] : primaryKey,
      rowSecurity: rows[0]?.row_security ?? true,
      readable: new Map(
        roles.map((role) => [role, new Set(rows.filter((row) => row.readers.includes(role)).map((row) => row.name))]),
      ),
    }
  }

  async function loadTypes(oids: number[]): Promise<void> {
    const unknown = oids.filter((oid) => !types.has(oid))
    if (unknown.length === 0) return
    const { rows } = await pool.query<{ oid: number; name: string; element: number | null; element_name: string }>({
      name: 'realtime_types',
      // A domain is written as what it is based on.
      text: `select t.oid::int8::int as oid, coalesce(b.typname, t.typname) as name,
          e.oid::int8::int as element, coalesce(eb.typname, e.typname) as element_name
        from pg_catalog.pg_type t
        left join pg_catalog.pg_type b on b.oid = t.typbasetype and t.typtype = 'd'
        left join pg_catalog.pg_type e on e.oid = coalesce(b.typelem, t.typelem)
          and coalesce(b.typcategory, t.typcategory) = 'A'
        left join pg_catalog.pg_type eb on eb.oid = e.typbasetype and e.typtype = 'd'
        where t.oid = any($1::oid[])`,
      values: [unknown],
    })
    for (const { oid, name, element, element_name } of rows) {
      types.set(oid, {
        oid,
        name,
        element: element === null ? null : { oid: element, name: element_name, element: null },
      })
    }
  }

  return function table(relation: Relation): Promise<Table | null> {
    let known = tables.get(relation)
    if (!known) {
      known = load(relation)
      known.catch(() => tables.delete(relation))
      tables.set(relation, known)
    }
    return known
  }
}
