import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

/** One read by primary key: the ids are known, so that no listing query of ours is compared. */
export async function readProducts(ids) {
  const { rows } = await pool.query({
    name: 'products',
    text: `select id, product_name, merchant_name, price, image_url, affiliate_link, price_as_of(products)
           from public.products where id = any ($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [Number(row.id), row]))
}
