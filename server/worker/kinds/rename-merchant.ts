import type pg from 'pg'
import { z } from 'zod'
import { type Job, JobError, type JobKind } from '../job.ts'
import { aloneOnProducts } from '../products-lock.ts'

const input = z.object({
  merchant: z.int(),
  name: z.string().trim().min(1, 'A merchant needs a name.').max(200, 'A name has 200 characters at most.'),
})
type Input = z.output<typeof input>

/** Rows of a transaction, as in a bulk change. */
const SLICE = 500

/**
 * Renames a merchant and then moves its products, slice by slice. Until the last has moved, the old name is a merchant of its
 * own with the same rules. A run that is killed or cancelled leaves it so, and goes on when it is started again.
 */
export const renameMerchant: JobKind = {
  name: 'rename-merchant',
  async run(args, job) {
    const { success, data, error } = input.safeParse(args)
    if (!success) throw new JobError(error.issues[0]?.message ?? 'The job was not understood.')
    await aloneOnProducts(job, async () => {
      job.report({ phase: 'Renaming' })
      if (!job.checkpoint) await rename(job, data)
      job.report({ phase: 'Moving products' })
      for (const old of await namesLeft(job.pool, data)) await moveProducts(job, data, old)
    })
    return undefined
  },
}

function rename(job: Job, { merchant, name }: Input) {
  return job.step(async (client) => {
    const { rows } = await client.query<{ name: string; taken: boolean; total: number }>(
      `select name, exists (select from public.merchants as other where other.name = $2 and other.id <> $1) as taken,
         (select count(*)::integer from public.products
          where merchant_name in (select own.name from public.merchants as own where own.id = $1 or own.alias_of = $1)) as total
       from public.merchants where id = $1 and alias_of is null`,
      [merchant, name],
    )
    const [found] = rows
    if (!found) throw new JobError('There is no such merchant. Look at the list again.')
    if (found.taken) throw new JobError(`Another merchant is called "${name}". Choose another name.`)
    if (found.name !== name) await giveName(client, { merchant, name, old: found.name })
    return { checkpoint: { renamed: true }, total: found.total }
  })
}

async function giveName(client: pg.PoolClient, { merchant, name, old }: Input & { old: string }) {
  await client.query(`select set_config('shop.renaming_merchant', 'on', true)`)
  const { rowCount } = await client.query('update public.merchants set name = $2 where id = $1', [merchant, name])
  if (rowCount === 0) throw new JobError('You may not rename this merchant. Ask an editor.')
  // The rest is the database's own, and no change for the log.
  await client.query('reset role')
  await client.query(
    `insert into public.merchants (name, slug, alias_of, website, logo_url, may_cloak, may_store_image, may_show_history,
       may_alert, may_show_rating, may_email, max_age, disclosure, tag_rule, is_trusted)
     select $2, 'former-' || id || '-' || substr(md5($2), 1, 8), id, website, logo_url, may_cloak, may_store_image, may_show_history,
       may_alert, may_show_rating, may_email, max_age, disclosure, tag_rule, is_trusted
     from public.merchants where id = $1`,
    [merchant, old],
  )
  await client.query('insert into private.merchant_names (old_name, merchant_id) values ($1, $2)', [old, merchant])
}

async function namesLeft(pool: pg.Pool, { merchant }: Input): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from public.merchants where alias_of = $1 order by id',
    [merchant],
  )
  return rows.map(({ name }) => name)
}

async function moveProducts(job: Job, { merchant, name }: Input, old: string) {
  for (;;) {
    const { done } = await job.step(async (client) => {
      await client.query(`select set_config('shop.renaming_merchant', 'on', true)`)
      // Listed ones first, which an index finds.
      const moved =
        (await move(client, { old, name, isListed: true })) || (await move(client, { old, name, isListed: false }))
      return { checkpoint: { renamed: true }, done: moved }
    })
    if (done > 0) continue
    const left = await job.pool.query('select from public.products where merchant_name = $1 limit 1', [old])
    if (left.rowCount) throw new JobError('You may not change all of its products. Ask an editor to start this again.')
    await job.pool.query('delete from public.merchants where alias_of = $1 and name = $2', [merchant, old])
    return
  }
}

async function move(client: pg.PoolClient, { old, name, isListed }: { old: string; name: string; isListed: boolean }) {
  const { rowCount } = await client.query(
    `update public.products set merchant_name = $2
     where id = any (array(
       select id from public.products
       where merchant_name = $1 and delisted_at is ${isListed ? '' : 'not'} null limit ${SLICE}))`,
    [old, name],
  )
  return rowCount ?? 0
}
