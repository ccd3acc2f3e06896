import { openPool } from '#platform'
import type { ImageKey } from './signature.ts'

export interface ImageCatalogue {
  /** Gives the database the key, so that it signs what this process takes. */
  keepKey(key: ImageKey): Promise<void>
  /** The address of a product's image, null where its shop does not let us copy it. Fails while the database is away. */
  addressOf(productId: string): Promise<string | null>
  keepTones(picture: { productId: string; signature: string; tones: string }): Promise<void>
  close(): Promise<void>
}

/** Milliseconds; a visitor waits for an image, and an image can wait. */
const TIMEOUT_MS = 1_000

/** The shop's tables of images (supabase/migrations/20261122190900_images.sql). */
export function openImageCatalogue(databaseUrl: string): ImageCatalogue {
  const pool = openPool({
    connectionString: databaseUrl,
    // Looking up an id takes a fraction of a millisecond, and answers are remembered.
    max: 2,
    application_name: 'dahlia pictures',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })

  return {
    async keepKey({ innerPad, outerPad }) {
      await pool.query(
        `insert into private.picture_key (inner_pad, outer_pad) values ($1, $2)
         on conflict (only_row) do update set inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad
         where picture_key.inner_pad <> excluded.inner_pad`,
        [innerPad, outerPad],
      )
    },
    async addressOf(productId) {
      const { rows } = await pool.query<{ image_url: string }>(
        'select image_url from private.resizable_pictures where id = $1',
        [productId],
      )
      return rows[0]?.image_url ?? null
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
