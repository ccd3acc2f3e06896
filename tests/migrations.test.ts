import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Migration {
  name: string
  sql: string
}

const SHOP = readMigrations('supabase/migrations')
const PLATFORM = readMigrations('platform/migrations')

/** Triggers and policies are named by their table: another table has ones of the same name. */
const CREATED =
  /\bcreate (?:or replace )?(?:constraint )?(function|procedure|view|materialized view|trigger|policy) ("[^"]+"|[\w.]+)(?:[^;]*?\bon ([\w.]+))?/g

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder).map((name) => ({ name, sql: withoutComments(readFileSync(`${folder}/${name}`, 'utf8')) }))
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ')
}

function createdIn(sql: string): Set<string> {
  const names = [...sql.matchAll(CREATED)].map(([, kind, name, table]) => {
    const ofTable = kind === 'trigger' || kind === 'policy'
    return ofTable ? `${kind} ${name} on ${table}` : `${kind} ${name}`
  })
  return new Set(names)
}

/** What more than one file creates, with these files. */
function createdTwice(migrations: Migration[]): Record<string, string[]> {
  const created = migrations.flatMap(({ name, sql }) => [...createdIn(sql)].map((object) => ({ object, name })))
  const files = Map.groupBy(created, ({ object }) => object)
  const twice = [...files].filter(([, found]) => found.length > 1)
  return Object.fromEntries(twice.map(([object, found]) => [object, found.map(({ name }) => name)]))
}

test('a function, view, trigger or policy has its final text in one migration', () => {
  expect(createdTwice(SHOP)).toEqual({})
  expect(createdTwice(PLATFORM)).toEqual({})
})

test('no migration of the shop drops or replaces what another one creates', () => {
  const replacing = SHOP.filter(({ sql }) =>
    /\bor replace\b|\bdrop (?:function|procedure|view|materialized view|trigger|policy|constraint)\b/.test(sql),
  ).map(({ name }) => name)
  expect(replacing).toEqual([])
})

test('finds what two migrations create, whatever else stands between them', () => {
  const found = createdTwice([
    {
      name: 'first',
      sql: withoutComments('create function public.f(a text)\n  returns integer; -- create view public.v\n'),
    },
    { name: 'second', sql: 'create or replace function public.f(b text); create trigger t after insert on public.a;' },
    {
      name: 'third',
      sql: 'create trigger t before update of on_time, name on public.b; create view public.v as select;',
    },
    {
      name: 'fourth',
      sql: 'create policy "all of it" on public.b; create trigger t after update of name on public.b;',
    },
  ])
  expect(found).toEqual({ 'function public.f': ['first', 'second'], 'trigger t on public.b': ['third', 'fourth'] })
})
