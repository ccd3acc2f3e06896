import { glob, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { StorageConfig } from '../config/schema.ts'

export interface LoadFilesOptions {
  buckets: StorageConfig['buckets']
  configFile: string
  url: string
  secretKey: string
  fetch: typeof fetch
}

/** Puts the files of `objects_path` into the buckets of `[storage.buckets.*]`, which storage itself has made. */
export async function loadBucketFiles({ buckets, configFile, url, secretKey, fetch }: LoadFilesOptions): Promise<void> {
  const { storage } = createClient(url, secretKey, { auth: { persistSession: false }, global: { fetch } })
  for (const [name, { objects_path }] of Object.entries(buckets)) {
    if (!objects_path) continue
    // As in the CLI: relative to the folder of config.toml.
    for await (const [key, bytes] of filesOf(resolve(dirname(configFile), objects_path))) {
      const { error } = await storage.from(name).upload(key, bytes, { upsert: true, contentType: typeOf(key) })
      if (error) throw new Error(`The file ${key} could not be put into the bucket ${name}: ${error.message}`)
    }
  }
}

async function* filesOf(folder: string): AsyncGenerator<[key: string, bytes: Uint8Array]> {
  for await (const name of glob('**/*', { cwd: folder })) {
    const path = join(folder, name)
    if ((await stat(path)).isFile()) yield [relative(folder, path).split(sep).join('/'), await readFile(path)]
  }
}

/** Types of files that projects keep beside their configuration; storage looks at the bytes of images itself. */
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
