import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 8 })

/** The newest products, by the function that the shop's own list asks. */
export async function readProducts() {
  const { rows } = await pool.query({
    name: 'products',
    text: `select id, product_name, merchant_name, price, image_url, affiliate_link,
             public.price_as_of(product) as price_as_of
           from public.list_products() as product`,
  })
  return rows
}
