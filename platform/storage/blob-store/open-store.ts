import { join } from 'node:path'
import type { StorageConfig } from '../../config/schema.ts'
import { openDiskStore } from './disk-store.ts'
import type { VersionStore } from './version-store.ts'

/** The store that the settings name: an S3 bucket, else the local folder. */
export async function openStore({ config, dir }: { config: StorageConfig; dir: string }): Promise<VersionStore> {
  const { s3 } = config
  if (!s3) return openDiskStore(dir)
  // The SDK takes half a second to load: only those who keep their files on S3 wait for it.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store({
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    accessKeyId: s3.access_key_id,
    secretAccessKey: s3.secret_access_key,
    forcePathStyle: s3.force_path_style,
    tempDir: join(dir, 'temp'),
  })
}
