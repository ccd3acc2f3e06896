import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { drawings } from './drawing/products/drawings.ts'

const IMAGES = fileURLToPath(new URL('./images', import.meta.url))

const TYPES: Readonly<Record<string, string>> = { '.avif': 'image/avif', '.jpg': 'image/jpeg' }

/**
 * The demo's images at /demo: a build copies the committed ones beside the product's own files and draws those of products;
 * development serves them as they are.
 */
export const demoImages = (): Plugin => ({
  name: 'dahlia:demo-images',
  async writeBundle({ dir }) {
    if (this.environment.name === 'client' && dir) await writeImages(dir)
  },
  configureServer(server) {
    const drawn = new Map([...drawings()].map(({ address, svg }) => [address, svg]))
    server.middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?')
      const svg = drawn.get(path)
      if (svg !== undefined) response.setHeader('content-type', 'image/svg+xml').end(svg)
      else if (!sendImage(path, response)) next()
    })
  },
})

async function writeImages(folder: string) {
  await cp(IMAGES, join(folder, 'demo'), { recursive: true })
  for (const { address, svg } of drawings()) {
    const file = join(folder, address)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, svg)
  }
}

function sendImage(address: string, response: ServerResponse): boolean {
  const [, path = ''] = /^\/demo((?:\/[\w-]+)+\.\w+)$/.exec(address) ?? []
  const type = TYPES[extname(path)]
  if (type === undefined || !existsSync(join(IMAGES, path))) return false
  response.setHeader('content-type', type)
  createReadStream(join(IMAGES, path)).pipe(response)
  return true
}
