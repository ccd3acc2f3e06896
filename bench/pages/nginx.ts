import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#platform'
import { type PageAddress, rawPage } from './raw-page.ts'

const run = promisify(execFile)

export interface NginxOptions {
  folder: string
  /** Ours: its bytes are what nginx sends. */
  page: PageAddress
}

/** One nginx worker serving the same page, brotli bytes as a file, with the same ETag; null when it is not installed. */
export async function startNginx({ folder, page }: NginxOptions) {
  if (
    !(await run('nginx', ['-v']).then(
      () => true,
      () => false,
    ))
  )
    return null
  const sample = await rawPage(page)
  const root = join(folder, 'nginx')
  await mkdir(root)
  // The worker runs under another account.
  await chmod(root, 0o755)
  await writeFile(join(root, 'index.html'), sample.body)
  const port = await freePort()
  const config = join(root, 'nginx.conf')
  await writeFile(config, configuration({ root, port, path: page.path, etag: sample.etag }))
  const child = spawn('nginx', ['-c', config, '-p', root, '-g', 'daemon off;'], { stdio: 'inherit' })
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}${page.path}`).then(
        () => true,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function configuration({ root, port, path, etag }: { root: string; port: number; path: string; etag: string }) {
  return `
worker_processes 1;
error_log ${root}/error.log;
pid ${root}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000000;
  open_file_cache max=10;
  etag off;
  types { text/html html; }
  client_body_temp_path ${root}/body; proxy_temp_path ${root}/proxy; fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi; scgi_temp_path ${root}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    if_modified_since off;
    location = ${path} {
      alias ${root}/index.html;
      default_type 'text/html; charset=utf-8';
      add_header content-encoding br;
      add_header etag '${etag}' always;
      if ($http_if_none_match = '${etag}') { return 304; }
    }
  }
}
`
}
