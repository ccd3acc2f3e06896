import { glob, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { StorageConfig } from '../config/schema.ts'

export interface LoadBucketsOptions {
  buckets: StorageConfig['buckets']
  configFile: string
  url: string
  secretKey: string
  fetch: typeof fetch
}

/** Makes the buckets of `[storage.buckets.*]` as they are described, and puts the files of their folders into them. */
export async function loadBuckets({ buckets, configFile, url, secretKey, fetch }: LoadBucketsOptions): Promise<void> {
  const { storage } = createClient(url, secretKey, { auth: { persistSession: false }, global: { fetch } })
  for (const [name, settings] of Object.entries(buckets)) {
    const wanted = {
      public: settings.public,
      fileSizeLimit: settings.file_size_limit ?? null,
      allowedMimeTypes: settings.allowed_mime_types.length > 0 ? settings.allowed_mime_types : null,
    }
    const { data: known } = await storage.getBucket(name)
    const { error } = known ? await storage.updateBucket(name, wanted) : await storage.createBucket(name, wanted)
    if (error) throw new Error(`The bucket ${name} of config.toml could not be made: ${error.message}`)
    if (!settings.objects_path) continue
    // As in the CLI: relative to the folder of config.toml.
    for await (const [key, bytes] of filesOf(resolve(dirname(configFile), settings.objects_path))) {
      const { error: refused } = await storage.from(name).upload(key, bytes, { upsert: true, contentType: typeOf(key) })
      if (refused) throw new Error(`The file ${key} could not be put into the bucket ${name}: ${refused.message}`)
    }
  }
}

async function* filesOf(folder: string): AsyncGenerator<[key: string, bytes: Uint8Array]> {
  for await (const name of glob('**/*', { cwd: folder })) {
    const path = join(folder, name)
    if ((await stat(path)).isFile()) yield [relative(folder, path).split(sep).join('/'), await readFile(path)]
  }
}

/** Types of files that projects keep beside their configuration; storage looks at the bytes of pictures itself. */
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  webp: 'image/webp',
}

function typeOf(name: string): string {
  return TYPES[name.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}
