import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface NginxOptions {
  folder: string
  /** Where our server listens: its bytes are what nginx sends. */
  samplePort: number
}

/** One nginx worker serving the same page, brotli bytes as a file, with the same ETag; null when it is not installed. */
export async function startNginx({ folder, samplePort }: NginxOptions) {
  if (
    !(await run('nginx', ['-v']).then(
      () => true,
      () => false,
    ))
  )
    return null
  const sample = await rawPage(samplePort)
  const root = join(folder, 'root')
  await mkdir(root)
  await Promise.all([chmod(folder, 0o755), chmod(root, 0o755)])
  await writeFile(join(root, 'index.html'), sample.body)
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(config, configuration({ folder, root, port, etag: sample.etag }))
  const child = spawn('nginx', ['-c', config, '-p', folder, '-g', 'daemon off;'], { stdio: 'inherit' })
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    name: 'nginx',
    port,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function rawPage(port: number): Promise<{ body: Buffer; etag: string }> {
  const { request } = await import('node:http')
  const outgoing = request({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'br' } }).end()
  const [reply] = await once(outgoing, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { body: Buffer.concat(chunks), etag: String(reply.headers.etag) }
}

function configuration({ folder, root, port, etag }: { folder: string; root: string; port: number; etag: string }) {
  return `
worker_processes 1;
error_log ${folder}/error.log;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  open_file_cache max=10;
  etag off;
  types { text/html html; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    if_modified_since off;
    location / {
      add_header content-encoding br;
      add_header etag '${etag}' always;
      if ($http_if_none_match = '${etag}') { return 304; }
    }
  }
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
