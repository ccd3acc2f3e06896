import { openPool } from '#platform'
import type { ImageKey } from './signature.ts'

export interface ImageCatalogue {
  /** Gives the database the key, so that it signs what this process takes. */
  keepKey(key: ImageKey): Promise<void>
  /** Addresses of products' images, without those whose shop does not let us copy them. Fails while the database is away. */
  addressesOf(productIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  keepTones(image: { productId: string; signature: string; tones: string }): Promise<void>
  close(): Promise<void>
}

/** Milliseconds; a visitor waits for an image, and an image can wait. */
const TIMEOUT_MS = 1_000

/** The shop's tables of images (supabase/migrations/20261122190900_images.sql). */
export function openImageCatalogue(databaseUrl: string): ImageCatalogue {
  const pool = openPool({
    connectionString: databaseUrl,
    // One asks for addresses, the other writes colours.
    max: 2,
    application_name: 'dahlia images',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })

  return {
    async keepKey({ innerPad, outerPad }) {
      await pool.query(
        `insert into private.image_key (inner_pad, outer_pad) values ($1, $2)
         on conflict (only_row) do update set inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad
         where image_key.inner_pad <> excluded.inner_pad`,
        [innerPad, outerPad],
      )
    },
    async addressesOf(productIds) {
      const { rows } = await pool.query<{ id: string; image_url: string }>(
        'select id::text, image_url from private.resizable_images where id = any($1::bigint[])',
        [productIds],
      )
      return new Map(rows.map(({ id, image_url }) => [id, image_url]))
    },
    async keepTones({ productId, signature, tones }) {
      // From a select: the product may be gone by now.
      await pool.query(
        `insert into private.picture_tones (product_id, signature, tones)
         select id, $2, $3 from public.products where id = $1
         on conflict (product_id) do update set signature = excluded.signature, tones = excluded.tones`,
        [productId, signature, tones],
      )
    },
    close: () => pool.end(),
  }
}
