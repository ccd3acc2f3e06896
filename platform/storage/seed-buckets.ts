import type { StorageParts } from './request-context.ts'

/** Creates the buckets of config.toml's [storage.buckets] that are missing; existing ones stay as they were set. */
export async function seedBuckets({ platform, database }: Pick<StorageParts, 'platform' | 'database'>): Promise<void> {
  const buckets = Object.entries(platform.config.storage.buckets)
  for (const [name, bucket] of buckets) {
    const types = bucket.allowed_mime_types.length > 0 ? bucket.allowed_mime_types : null
    await database.asOwner((client) =>
      client.query(
        `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
         values ($1, $1, $2, $3, $4)
         on conflict do nothing`,
        [name, bucket.public, bucket.file_size_limit ?? null, types],
      ),
    )
  }
}
