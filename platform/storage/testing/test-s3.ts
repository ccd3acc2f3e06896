import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandOutput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Claims } from '../../tokens.ts'
import { type HttpService, serveOverHttp } from './http-service.ts'
import { type TestStorage, testStorage } from './test-service.ts'

export const ACCESS_KEY = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-access-key' }

export interface TestS3 {
  storage: TestStorage
  http: HttpService
  /** The unmodified client with the project's key. */
  client(credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }): S3Client
  /** The same for whoever the claims say: with a session token. */
  clientOf(claims: Claims): Promise<S3Client>
  /** Bytes that neither a file nor a part names. */
  unnamedVersions(): Promise<string[]>
  stop(): Promise<void>
}

/** The storage service with its S3 protocol behind a real socket; files may have 8 MiB. */
export async function testS3(): Promise<TestS3> {
  const s3_protocol = { access_key_id: ACCESS_KEY.accessKeyId, secret_access_key: ACCESS_KEY.secretAccessKey }
  const storage = await testStorage({ settings: { file_size_limit: '8MiB', s3_protocol } })
  const http = await serveOverHttp(storage.service)
  const clients: S3Client[] = []
  const client: TestS3['client'] = (credentials = ACCESS_KEY) => {
    const made = new S3Client({
      endpoint: `${http.url}/s3`,
      region: 'local',
      forcePathStyle: true,
      credentials,
      maxAttempts: 1,
    })
    clients.push(made)
    return made
  }
  return {
    storage,
    http,
    client,
    async clientOf(claims) {
      const secretAccessKey = storage.context.tokens.forRole('anon')
      return client({ accessKeyId: 'project', secretAccessKey, sessionToken: await storage.token(claims) })
    },
    async unnamedVersions() {
      const { rows } = await storage.db.pools.owner.query<{ version: string }>(
        'select version from storage.objects union select version from storage.s3_multipart_uploads_parts',
      )
      const named = new Set(rows.map(({ version }) => version))
      const found: string[] = []
      for await (const { version } of storage.store.list()) if (!named.has(version)) found.push(version)
      return found
    },
    async stop() {
      for (const one of clients) one.destroy()
      await http.close()
      await storage.stop()
    },
  }
}

export interface TestBucket {
  put(key: string, body?: string | Uint8Array): Promise<PutObjectCommandOutput>
  get(key: string): Promise<string | undefined>
}

/** The bucket that a test file keeps its objects in, and what most of its tests do there. */
export const Bucket = 'files'
export async function testBucket(client: S3Client): Promise<TestBucket> {
  await client.send(new CreateBucketCommand({ Bucket }))
  return {
    put: (Key, Body = Key) => client.send(new PutObjectCommand({ Bucket, Key, Body })),
    async get(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return Body?.transformToString()
    },
  }
}

/** Status and code of a failed call; [200, 'ok'] of one that went well. */
export async function outcomeOf(sent: Promise<unknown>): Promise<[status: number | undefined, code: string]> {
  try {
    await sent
    return [200, 'ok']
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.$metadata.httpStatusCode, error.name]
    throw error
  }
}
