import { expect, test } from 'vitest'
import { adviceOnMissingExtension, withoutExtensions } from './extensions.ts'

test('statements about a skipped extension are taken out, and nothing else that names it', () => {
  const sql = `-- create extension vector;
create extension if not exists "vector" with schema extensions;
CREATE EXTENSION
  pg_net;
comment on extension vector is 'a; b';
create extension hstore;
select 'create extension vector;', $$ create extension vector; $$, $a$;create extension vector;$a$ /* ; */;
create table "a;b" (note text default E'\\';create extension vector;')`
  const result = withoutExtensions(sql, ['vector', 'pg_net'])
  expect(result.skipped).toEqual(['vector', 'pg_net'])
  expect(result.sql.split('\n')).toHaveLength(sql.split('\n').length)
  expect(result.sql.replace(/\s+\n/g, '\n').trim()).toBe(`create extension hstore;
select 'create extension vector;', $$ create extension vector; $$, $a$;create extension vector;$a$ /* ; */;
create table "a;b" (note text default E'\\';create extension vector;')`)
})

test('only an extension that is not there has an advice', () => {
  expect(adviceOnMissingExtension(new Error('extension "vector" is not available'))).toMatch(/--skip-extensions vector/)
  expect(adviceOnMissingExtension(new Error('syntax error'))).toBeNull()
})
