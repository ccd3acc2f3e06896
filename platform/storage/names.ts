import { invalidBucketName, invalidKey } from './errors.ts'

/** Supabase's characters of object names and bucket ids. */
const NAME = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)*$/
/** S3's limit for a key. */
const MAX_KEY_LENGTH = 1024

/** Refuses names that Supabase refuses, and '.' and '..' segments, which no URL can address. */
export function mustBeValidKey(key: string): string {
  if (!isValidKey(key)) throw invalidKey(key)
  return key
}

export function isValidKey(key: string): boolean {
  if (key.length === 0 || key.length > MAX_KEY_LENGTH || !NAME.test(key)) return false
  return !key.split('/').some((segment) => segment === '.' || segment === '..')
}

/** A bucket's id is the first segment of every path of its files. */
export function mustBeValidBucket(id: string): string {
  const valid = id.length > 0 && id.length < 101 && id.trim() === id && !id.includes('/') && isValidKey(id)
  if (!valid) throw invalidBucketName()
  return id
}
