import { createReadStream, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const IMAGES = fileURLToPath(new URL('./images', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** The demo's images at /demo: a build copies them beside the product's own files, development serves them as they are. */
export const demoImages = (): Plugin => ({
  name: 'dahlia:demo-images',
  async writeBundle({ dir }) {
    if (this.environment.name === 'client' && dir) await cp(IMAGES, join(dir, 'demo'), { recursive: true })
  },
  configureServer(server) {
    server.middlewares.use('/demo', ({ url }, response, next) => (sendImage(url, response) ? undefined : next()))
  },
})

function sendImage(address = '', response: ServerResponse): boolean {
  const path = /^(\/[\w-]+)+\.\w+/.exec(address)?.[0] ?? ''
  const type = TYPES[extname(path)]
  if (type === undefined || !existsSync(join(IMAGES, path))) return false
  response.setHeader('content-type', type)
  createReadStream(join(IMAGES, path)).pipe(response)
  return true
}
