import pg from 'pg'
import { expect, test } from 'vitest'
import { type RestHarness, restHarness } from '../testing/harness.ts'

async function withHarness(run: (rest: RestHarness) => Promise<void>) {
  const rest = await restHarness()
  try {
    await run(rest)
  } finally {
    await rest.close()
  }
}

test('views that read themselves or each other fail alone; everything else is read as before', () =>
  withHarness(async (rest) => {
    await rest.sql(`
      create view loop_v as select 1 as a, 2 as b;
      create or replace view loop_v as select a, b from loop_v;
      create view loop_x as select 1 as a;
      create view loop_y as select a from loop_x;
      create or replace view loop_x as select a from loop_y;
      create table after_loops (id int primary key);
      grant select on all tables in schema public to anon;
    `)
    await expect.poll(async () => (await rest.send('/after_loops')).status).toBe(200)
    for (const name of ['loop_v', 'loop_x', 'loop_y']) {
      expect(await rest.send(`/${name}`), name).toMatchObject({ status: 500, json: { code: '42P17' } })
    }
    expect((await rest.send('/books?select=title,authors!author_id(name)&limit=1')).status).toBe(200)
  }))

test('a table that somebody keeps locked does not keep the service from closing', () =>
  withHarness(async (rest) => {
    const holder = new pg.Client({ connectionString: rest.url })
    await holder.connect()
    try {
      await holder.query('begin; lock table books in access exclusive mode')
      await rest.sql(`notify pgrst, 'reload schema'`)
      const waiting = async () =>
        (await rest.sql(`select from pg_locks where not granted and relation = 'books'::regclass`)).rowCount
      await expect.poll(waiting).toBe(1)
      await rest.service.close()
    } finally {
      await holder.end()
    }
  }))
