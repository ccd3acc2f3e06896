import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStaff, asCaller, type Caller, type CallerOptions, STAFF } from '#tests/support/as-staff.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('shop')
  await addStaff(db)
  await db.pools.owner.query(`insert into public.merchants (name, slug) values ('Atelier', 'atelier')`)
})
afterAll(() => db.drop())

const run = (caller: Caller, sql: string, values: unknown[] = [], options: CallerOptions = {}) =>
  asCaller(db, caller, async (client) => (await client.query(sql, values)).rows, options)

async function newProduct(name: string): Promise<string> {
  const [row] = await run(
    'editor',
    `insert into public.products (product_name, merchant_name, affiliate_link, price)
     values ($1, 'Atelier', 'https://atelier.example/x', 10) returning id::text`,
    [name],
  )
  return row.id
}

async function linesOf(table: string, key: string) {
  const { rows } = await db.pools.owner.query(
    `select actor, action, row_name, columns, before, after, reason, job, change_set
     from public.audit_log where table_name = $1 and row_key = $2 order by id`,
    [table, key],
  )
  return rows
}

describe('a change by staff is logged', () => {
  test('with who, what, and before and after of the changed fields only', async () => {
    const id = await newProduct('Silk scarf')
    await run('editor', `update public.products set price = 8, category = 'Fashion' where id = $1`, [id])
    const [made, changed, ...more] = await linesOf('products', id)
    expect(more).toEqual([])
    expect(made).toMatchObject({ actor: STAFF.editor, action: 'insert', row_name: 'Silk scarf', before: null })
    expect(changed).toMatchObject({
      actor: STAFF.editor,
      action: 'update',
      columns: ['price', 'category'],
      before: { price: 10, category: 'Other' },
      after: { price: 8, category: 'Fashion' },
    })
  })

  test.each([
    [
      'merchants',
      `insert into public.merchants (name, slug) values ('M', 'm') returning id::text as key`,
      'description',
    ],
    ['pages', `insert into public.pages (name, url) values ('P', '/p') returning id::text as key`, 'content'],
    [
      'blog_posts',
      `insert into public.blog_posts (slug, title) values ('b', 'B') returning id::text as key`,
      'excerpt',
    ],
    [
      'collections',
      `insert into public.collections (title, path) values ('C', '/c') returning id::text as key`,
      'subtitle',
    ],
    ['site_settings', `insert into public.site_settings (key, value) values ('k', '"a"') returning key`, null],
  ])('in %s', async (table, insert, column) => {
    const [{ key }] = await run('admin', insert)
    const keyColumn = table === 'site_settings' ? 'key' : 'id'
    const set = column ? `${column} = 'new'` : `value = '"b"'`
    await run('admin', `update public.${table} set ${set} where ${keyColumn}::text = $1`, [key])
    await run('admin', `delete from public.${table} where ${keyColumn}::text = $1`, [key])
    const lines = await linesOf(table, key)
    expect(lines.map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
    expect(lines[1].columns).toEqual([column ?? 'value'])
    expect(lines[2].before).not.toBeNull()
    expect(new Set(lines.map(({ change_set }) => change_set)).size).toBe(3)
  })

  test('as one change set for each transaction, however many rows and tables', async () => {
    const ids = [await newProduct('One'), await newProduct('Two')]
    await asCaller(db, 'editor', async (client) => {
      await client.query('update public.products set price = 1 where id = any ($1)', [ids])
      await client.query(`update public.merchants set description = 'Sale' where name = 'Atelier'`)
    })
    const { rows } = await db.pools.owner.query(
      `select count(*)::int as lines, count(distinct table_name)::int as tables from public.audit_log
       where change_set = (select change_set from public.audit_log where row_key = $1 order by id desc limit 1)`,
      [ids[0]],
    )
    expect(rows).toEqual([{ lines: 3, tables: 2 }])
  })

  test('with the person behind a function or a job, the job, and the reason', async () => {
    const id = await newProduct('By a function')
    const job = '00000000-0000-4000-8000-00000000beef'
    const settings = { 'app.actor': STAFF.admin, 'app.job': job, 'app.reason': 'end of the season' }
    for (const caller of ['service', 'owner'] as const) {
      await run(caller, 'update public.products set price = price - 1 where id = $1', [id], { settings })
    }
    const lines = (await linesOf('products', id)).slice(1)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatchObject({ actor: STAFF.admin, job, reason: 'end of the season' })
  })

  test('in every column of products: a migration that adds one makes the trigger log_changed anew', async () => {
    const { rows } = await db.pools.owner.query(
      `select attname from pg_attribute, pg_trigger, private.audited_tables
       where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped
         and tgrelid = attrelid and tgname = 'log_changed' and table_name = 'products'
         and attname <> all (ignored_columns) and attnum <> all (tgattr::smallint[])`,
    )
    expect(rows).toEqual([])
  })

  test('of an account that a token names, whatever else the transaction claims', async () => {
    const id = await newProduct('Honest')
    await run('editor', 'update public.products set price = 2 where id = $1', [id], {
      settings: { 'app.actor': STAFF.admin },
    })
    expect((await linesOf('products', id)).at(-1)?.actor).toBe(STAFF.editor)
  })

  test('in UTC, whatever zone the writer asked for', async () => {
    const [{ id }] = await run(
      'editor',
      `insert into public.comparison_posts (slug, title) values ('z', 'Z') returning id`,
    )
    await asCaller(db, 'editor', async (client) => {
      await client.query(`set local timezone = 'Asia/Tokyo'`)
      await client.query(`update public.comparison_posts set publish_date = '2027-01-01T00:00:00Z' where id = $1`, [id])
    })
    expect((await linesOf('comparison_posts', id)).at(-1)?.after).toEqual({ publish_date: '2027-01-01T00:00:00+00:00' })
  })
})

describe('the log does not hold', () => {
  test('imports, and work of the shop itself', async () => {
    const id = await newProduct('Imported')
    const before = (await linesOf('products', id)).length
    await run('service', 'update public.products set price = 3 where id = $1', [id], {
      settings: { 'shop.bulk_import': 'on' },
    })
    await run('owner', 'update public.products set price = 4 where id = $1', [id])
    expect(await linesOf('products', id)).toHaveLength(before)
  })

  test('what triggers write after an edit, and saves that change nothing', async () => {
    const id = await newProduct('Same')
    await run('editor', `update public.products set product_name = 'Same', price = 10 where id = $1`, [id])
    expect(await linesOf('products', id)).toHaveLength(1)
  })

  test('values of personal columns, only that they changed [B6.7]', async () => {
    const [{ id }] = await run(
      'admin',
      `insert into public.contact_messages (name, email, subject, message)
       values ('Ada Secret', 'ada@secret.example', 'Secret', 'Secret words') returning id`,
    )
    await run(
      'admin',
      `update public.contact_messages set email = 'b@secret.example', handled_at = now() where id = $1`,
      [id],
    )
    await run('admin', 'delete from public.contact_messages where id = $1', [id])
    const lines = await linesOf('contact_messages', id)
    expect(lines.map(({ columns }) => columns.includes('email'))).toEqual([true, true, true])
    expect(JSON.stringify(lines).toLowerCase()).not.toContain('secret')
  })

  test('what visitors write through functions', async () => {
    const [{ id }] = await run(
      'service',
      `insert into public.newsletter_subscribers (email) values ('v@visitor.example') returning id`,
    )
    expect(await linesOf('newsletter_subscribers', id)).toEqual([])
  })
})

describe('the log is append-only', () => {
  test.each(['anon', 'viewer', 'editor', 'admin', 'service', 'owner'] as const)('to %s', async (caller) => {
    await newProduct('Line')
    await expect(run(caller, `update public.audit_log set row_name = 'x'`)).rejects.toThrow(
      /permission denied|only ever/,
    )
    await expect(run(caller, 'delete from public.audit_log')).rejects.toThrow(/permission denied|only ever/)
    await expect(run(caller, 'truncate public.audit_log')).rejects.toThrow(/permission denied|only ever/)
  })

  test('and lines leave it by their age alone', async () => {
    await db.pools.owner.query(
      `insert into public.audit_log (changed_at, change_set, table_name, row_key, action, columns, for_role)
       values (now() - interval '31 days', gen_random_uuid(), 'old', '1', 'update', '{}', 'editor')`,
    )
    const { rowCount } = await db.pools.owner.query(`delete from public.audit_log where table_name = 'old'`)
    expect(rowCount).toBe(1)
  })

  test('and tells editors what they edit, admins everything, visitors nothing', async () => {
    await run('admin', `insert into public.site_settings (key, value) values ('told', '1')`)
    const seen = async (caller: Caller) =>
      (await run(caller, `select distinct table_name from public.audit_log`)).map(({ table_name }) => table_name)
    expect(await seen('viewer')).toEqual([])
    expect(await seen('editor')).not.toContain('site_settings')
    expect(await seen('editor')).toContain('products')
    expect(await seen('admin')).toContain('site_settings')
    await expect(seen('anon')).rejects.toThrow('permission denied')
  })
})

describe('a form is saved', () => {
  const save = async (caller: Caller, table: string, key: string, began: object, changes: object) =>
    (await run(caller, 'select public.save_row($1, $2, $3, $4) as result', [table, key, began, changes]))[0].result

  test('field by field: what somebody else changed meanwhile is a conflict, and nothing is saved', async () => {
    const id = await newProduct('Shared')
    await run('admin', `update public.products set price = 5, brand = 'Hers' where id = $1`, [id])
    const result = await save(
      'editor',
      'products',
      id,
      { price: 10, category: 'Other' },
      { price: 7, category: 'Beauty' },
    )
    expect(result).toMatchObject({
      saved: false,
      conflicts: [{ column: 'price', began: 10, yours: 7, theirs: 5 }],
      row: { price: 5, category: 'Other', brand: 'Hers' },
    })
    const apart = await save('editor', 'products', id, { category: 'Other' }, { category: 'Beauty' })
    expect(apart).toMatchObject({ saved: true, row: { category: 'Beauty', brand: 'Hers', price: 5 } })
  })

  test('by whoever may change the row, and by nobody else', async () => {
    const id = await newProduct('Mine')
    await expect(save('viewer', 'products', id, {}, { price: 1 })).rejects.toThrow('no such row that you may change')
    await expect(save('anon', 'products', id, {}, { price: 1 })).rejects.toThrow('permission denied')
    await expect(save('editor', 'products', id, {}, { nonsense: 1 })).rejects.toThrow('no column "nonsense"')
    await expect(save('admin', 'audit_log', '1', {}, { row_name: 1 })).rejects.toThrow('no table "audit_log"')
    await expect(save('admin', 'products', id, {}, { 'price = 0; --': 1 })).rejects.toThrow('no column')
  })

  test('settings too, the first save of one as well, and each save is counted', async () => {
    expect(await save('admin', 'site_settings', 'tagline', {}, { value: 'Hello' })).toMatchObject({ saved: true })
    const late = await save('admin', 'site_settings', 'tagline', { value: null }, { value: 'Mine' })
    expect(late).toMatchObject({ saved: false, conflicts: [{ column: 'value', theirs: 'Hello' }] })
    const again = await save('admin', 'site_settings', 'tagline', { value: 'Hello' }, { value: 'Mine' })
    expect(again).toMatchObject({ saved: true, row: { version: 2, value: 'Mine' } })
    await expect(save('editor', 'site_settings', 'tagline', { value: 'Mine' }, { value: 'x' })).rejects.toThrow()
  })
})
