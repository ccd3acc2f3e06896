import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  await db.pools.owner.query(`
    insert into public.merchants (name, slug) values ('Atelier', 'atelier');
    insert into public.programmes (id, network_id, external_id, merchant_id, name)
      select 71, 'awin', '71', id, 'Atelier' from public.merchants where name = 'Atelier';
    insert into public.feeds (id, programme_id, external_id) values (71, 71, 'a');
  `)
})
afterAll(() => db.drop())

const run = (caller: Caller, sql: string, values: unknown[] = []) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows)
const owner = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows

async function newProduct(name: string, more: { feedId?: number } = {}): Promise<string> {
  const [row] = await owner(
    `insert into public.products (product_name, merchant_name, affiliate_link, price, feed_id, external_id)
     values ($1, 'Atelier', 'https://atelier.example/x', 10, $2, case when $2::bigint is not null then $1 end)
     returning id::text`,
    [name, more.feedId ?? null],
  )
  return row.id
}

const inTrash = (table: string, key: string) =>
  owner('select * from public.trash where table_name = $1 and row_key = $2', [table, key])
const lastChangeSet = async (): Promise<string> =>
  (await owner('select change_set from public.audit_log order by id desc limit 1'))[0].change_set
const restore = (caller: Caller, ids: string[]) =>
  run(caller, 'select public.restore_from_trash($1) as restored', [ids])
const undo = async (caller: Caller, changeSet: string) =>
  (await run(caller, 'select public.undo_change_set($1) as result', [changeSet]))[0].result

describe('what staff delete', () => {
  test('lies in the trash with what hung on it, and comes back as it was', async () => {
    const id = await newProduct('Vase', { feedId: 71 })
    await owner(
      `insert into public.price_history (product_id, observed_from, observed_until, price, currency)
       values ($1, now() - interval '9 days', now() - interval '8 days', 12, 'USD')`,
      [id],
    )
    const [draft] = await owner('insert into public.draft_products (product_id) values ($1) returning id', [id])
    const [before] = await owner('select * from public.products where id = $1', [id])
    await run('editor', 'delete from public.products where id = $1', [id])
    const [trashed] = await inTrash('products', id)
    expect(trashed).toMatchObject({ name: 'Vase', removed_by: STAFF.editor, for_role: 'editor' })
    expect(await owner('select external_id from public.blocked_offers where feed_id = 71')).toEqual([
      { external_id: 'Vase' },
    ])

    await restore('editor', [trashed.id])
    const [after] = await owner('select * from public.products where id = $1', [id])
    expect(after).toEqual(before)
    expect(await owner('select price from public.price_history where product_id = $1', [id])).toHaveLength(1)
    expect(await owner('select product_id from public.draft_products where id = $1', [draft.id])).toEqual([
      { product_id: id },
    ])
    expect(await owner('select from public.blocked_offers where feed_id = 71')).toEqual([])
    expect(await inTrash('products', id)).toEqual([])
  })

  test('of a collection takes its wallpapers along when it comes back', async () => {
    const [{ id }] = await owner(
      `insert into public.wallpaper_collections (name, slug) values ('Sea', 'sea') returning id`,
    )
    const file = '/storage/v1/object/public/wallpapers/a.png'
    const [paper] = await owner(
      `insert into public.wallpapers (title, collection_id, image_url, download_url) values ('Wave', $1, $2, $2) returning id`,
      [id, file],
    )
    await run('editor', 'delete from public.wallpaper_collections where id = $1', [id])
    await undo('editor', await lastChangeSet())
    expect(await owner('select collection_id from public.wallpapers where id = $1', [paper.id])).toEqual([
      { collection_id: id },
    ])
    await run('editor', 'delete from public.wallpapers where id = $1', [paper.id])
    expect((await inTrash('wallpapers', paper.id))[0].files).toEqual(['wallpapers/a.png'])
  })

  test.each([
    ['merchants', `insert into public.merchants (name, slug) values ('Gone', 'gone') returning id::text as key`],
    [
      'amazon_products',
      `insert into public.amazon_products (product_title, product_url) values ('A', 'https://a.example/') returning id::text as key`,
    ],
    ['collections', `insert into public.collections (title, path) values ('C', '/c') returning id::text as key`],
    [
      'draft_products',
      `insert into public.draft_products (affiliate_url) values ('https://a.example/') returning id::text as key`,
    ],
    ['pages', `insert into public.pages (name, url) values ('P', '/gone') returning id::text as key`],
    ['blog_posts', `insert into public.blog_posts (slug, title) values ('gone', 'B') returning id::text as key`],
    [
      'comparison_posts',
      `insert into public.comparison_posts (slug, title) values ('gone', 'C') returning id::text as key`,
    ],
  ])('of %s comes back', async (table, insert) => {
    const [{ key }] = await owner(insert)
    await run('editor', `delete from public.${table} where id::text = $1`, [key])
    const [trashed] = await inTrash(table, key)
    await restore('editor', [trashed.id])
    expect(await owner(`select from public.${table} where id::text = $1`, [key])).toHaveLength(1)
  })

  test('is restored by those who may edit it, once, and never in part', async () => {
    const ids = [await newProduct('One'), await newProduct('Two')]
    await run('editor', 'delete from public.products where id = any ($1)', [ids])
    const trashed = await owner('select id from public.trash where row_key = any ($1)', [ids])
    const both = trashed.map(({ id }) => id)
    await expect(restore('viewer', both)).rejects.toThrow('You may not restore')
    await expect(restore('anon', both)).rejects.toThrow('permission denied')
    await owner(
      `insert into public.products (id, product_name, merchant_name, affiliate_link)
       values ($1, 'Other', 'Atelier', 'https://atelier.example/x')`,
      [ids[0]],
    )
    await expect(restore('editor', both)).rejects.toThrow('something else has taken its place')
    expect(await owner('select from public.products where id = $1', [ids[1]])).toEqual([])
    await owner('delete from public.products where id = $1', [ids[0]])
    await restore('editor', both)
    await expect(restore('editor', both)).rejects.toThrow('no longer in the trash')
  })

  test('is not kept when the shop itself cleans up', async () => {
    const id = await newProduct('Old')
    await owner('delete from public.products where id = $1', [id])
    expect(await inTrash('products', id)).toEqual([])
  })

  test('keeps its rows without an address that is erased, and those of other addresses as they are', async () => {
    const { rows } = await db.pools.owner.query<{ id: string }>(
      `insert into public.pages (name, url, content) values
         ('P', '/e', E'by\\nada@erase.example, "Ada@Erase.example".'),
         ('Q', '/f', 'by nada@erase.example and ada@erase.example.org') returning id`,
    )
    const ids = rows.map(({ id }) => id)
    await run('editor', 'delete from public.pages where id = any ($1)', [ids])
    await run('admin', `select public.erase_address('Ada@erase.example')`)
    const contents = await owner(
      `select removed_row ->> 'content' as content from public.trash where row_key = any ($1) order by name`,
      [ids],
    )
    expect(contents).toEqual([
      { content: 'by\n[erased], "[erased]".' },
      { content: 'by nada@erase.example and ada@erase.example.org' },
    ])
    expect(await owner(`select table_name, actor, columns from public.audit_log order by id desc limit 1`)).toEqual([
      { table_name: 'addresses', actor: STAFF.admin, columns: ['erased from 1 rows'] },
    ])
  })

  test.each([
    'a',
    '',
    '@',
    'a b@c.example',
    'ada@',
  ])('is not touched by erasing %j, which is no address', async (text) => {
    await expect(run('admin', 'select public.erase_address($1)', [text])).rejects.toThrow('no e-mail address')
  })

  test('is no place where an address in a job stays', async () => {
    const [{ id }] = await owner(
      `insert into public.job_runs (kind, lane, args, message, status, for_role)
       values ('bulk-change', 'products', '{"filter":"ada@job.example"}', 'of ada@job.example', 'failed', 'editor') returning id`,
    )
    await owner(
      `insert into public.job_run_lines (job_run_id, level, message) values ($1, 'error', 'ada@job.example!')`,
      [id],
    )
    await run('admin', `select public.erase_address('ada@job.example')`)
    expect(
      await owner(
        `select args, runs.message, lines.message as line from public.job_runs as runs
         join public.job_run_lines as lines on job_run_id = runs.id where runs.id = $1`,
        [id],
      ),
    ).toEqual([{ args: { filter: '[erased]' }, message: 'of [erased]', line: '[erased]!' }])
  })
})

describe('a change set', () => {
  test('is undone as a whole, and its undoing too', async () => {
    const ids = await Promise.all(['A', 'B', 'C'].map((name) => newProduct(name)))
    const prices = () => owner('select price::int, brand from public.products where id = any ($1) order by id', [ids])
    const before = await prices()
    await asCaller(db, 'editor', async (client: pg.PoolClient) => {
      await client.query('update public.products set price = 5 where id = any ($1)', [ids])
      await client.query(`update public.products set price = 4, brand = 'B' where id = $1`, [ids[0]])
      await client.query(`insert into public.pages (name, url) values ('Made', '/made')`)
      await client.query('delete from public.products where id = $1', [ids[2]])
    })
    const changeSet = await lastChangeSet()
    const { change_set: undoing, rows } = await undo('editor', changeSet)
    expect(rows).toBe(6)
    expect(await prices()).toEqual(before)
    expect(await owner(`select from public.pages where url = '/made'`)).toEqual([])
    expect(await owner('select distinct undoes from public.audit_log where change_set = $1', [undoing])).toEqual([
      { undoes: changeSet },
    ])
    await undo('editor', undoing)
    expect(await prices()).toEqual([
      { price: 4, brand: 'B' },
      { price: 5, brand: null },
    ])
    expect(await owner(`select from public.pages where url = '/made'`)).toHaveLength(1)
  })

  test('is refused with names where a row has changed since, and nothing is half undone', async () => {
    const ids = [await newProduct('Still'), await newProduct('Moved')]
    await run('editor', 'update public.products set price = 5 where id = any ($1)', [ids])
    const changeSet = await lastChangeSet()
    await run('admin', 'update public.products set price = 6 where id = $1', [ids[1]])
    await expect(undo('editor', changeSet)).rejects.toThrow('Not undone, because one row has changed since: Moved')
    expect(await owner('select price::int from public.products where id = $1', [ids[0]])).toEqual([{ price: 5 }])
    // Another column of the row is nobody's conflict.
    await run('admin', 'update public.products set price = 5 where id = $1', [ids[1]])
    await run('admin', `update public.products set brand = 'New' where id = $1`, [ids[1]])
    expect((await undo('editor', changeSet)).rows).toBe(2)
  })

  test('that made a row is refused where somebody filled a field since that was empty', async () => {
    const [{ id }] = await run(
      'editor',
      `insert into public.merchants (name, slug) values ('Late', 'late') returning id`,
    )
    const changeSet = await lastChangeSet()
    await run('admin', `update public.merchants set description = 'one' where id = $1`, [id])
    await expect(undo('editor', changeSet)).rejects.toThrow('Not undone, because one row has changed since: Late')
    await undo('editor', await lastChangeSet())
    expect((await undo('editor', changeSet)).rows).toBe(1)
  })

  test('is undone by whoever may see all of it', async () => {
    await run('admin', `insert into public.site_settings (key, value) values ('undone', '1')`)
    const changeSet = await lastChangeSet()
    for (const caller of ['viewer', 'editor'] as const) {
      await expect(undo(caller, changeSet)).rejects.toThrow('no such change that you may undo')
    }
    await undo('second admin', changeSet)
    expect(await owner(`select from public.site_settings where key = 'undone'`)).toEqual([])
  })

  test('that is undone already says so, and writes nothing', async () => {
    const id = await newProduct('Twice')
    await run('editor', 'update public.products set price = 5 where id = $1', [id])
    const changeSet = await lastChangeSet()
    await undo('editor', changeSet)
    const lines = await owner('select count(*) from public.audit_log')
    await expect(undo('editor', changeSet)).rejects.toThrow('This change is undone already')
    expect(await owner('select count(*) from public.audit_log')).toEqual(lines)
  })

  test('that deleted what was restored or is gone for good says which', async () => {
    const id = await newProduct('Back')
    await run('editor', 'delete from public.products where id = $1', [id])
    const changeSet = await lastChangeSet()
    const [trashed] = await inTrash('products', id)
    await restore('editor', [trashed.id])
    await expect(undo('editor', changeSet)).rejects.toThrow('"Back" is back already')
    await run('editor', 'delete from public.products where id = $1', [id])
    const again = await lastChangeSet()
    await owner('delete from public.trash where row_key = $1', [id])
    await expect(undo('editor', again)).rejects.toThrow('"Back" is no longer in the trash')
  })

  test('is refused in words where something else has taken the place', async () => {
    const [{ id }] = await owner(`insert into public.pages (name, url) values ('Old', '/old-place') returning id`)
    await run('editor', `update public.pages set url = '/new-place' where id = $1`, [id])
    const changeSet = await lastChangeSet()
    await run('editor', `insert into public.pages (name, url) values ('Other', '/old-place')`)
    await expect(undo('editor', changeSet)).rejects.toThrow('Not undone: something else has taken a name or address')
  })

  test('of a role asks for a reason, which the log keeps', async () => {
    await run('admin', `select public.give_role($1, 'editor', 'helps out')`, [STAFF.viewer])
    const changeSet = await lastChangeSet()
    await expect(undo('admin', changeSet)).rejects.toThrow('Say in a few words why')
    await run('admin', `select public.undo_change_set($1, 'a mistake')`, [changeSet])
    expect(await owner('select reason, undoes from public.audit_log order by id desc limit 1')).toEqual([
      { reason: 'a mistake', undoes: changeSet },
    ])
  })

  test('with personal data says that it cannot be undone', async () => {
    await run(
      'admin',
      `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@a.example', 'S', 'M')`,
    )
    const changeSet = await lastChangeSet()
    await expect(undo('admin', changeSet)).rejects.toThrow('the log keeps no personal data')
  })

  test('that took the last admin’s role away cannot be made by undoing', async () => {
    await run('admin', `select public.give_role($1, 'admin', 'test')`, [STAFF.viewer])
    const given = await lastChangeSet()
    await owner(`delete from public.user_roles where user_id <> $1 and role = 'admin'`, [STAFF.viewer])
    const undone = run('viewer', `select public.undo_change_set($1, 'test')`, [given])
    await expect(undone).rejects.toThrow('The last admin keeps the role')
  })
})
