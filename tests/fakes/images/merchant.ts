import { createServer } from 'node:http'
import sharp from 'sharp'
import { listen } from '../../support/listen.ts'

/** Where the shop is for the rest of the world; nothing answers there. */
export const IMAGE_ORIGIN = 'https://pictures.shop.example'

export interface ImageShop {
  /** Where it really listens. */
  url: string
  /** Paths that were asked for. */
  asked: string[]
  close(): Promise<void>
}

/** A shop's image server: `/<anything>.jpg` is a photo of 1600 × 2000 pixels, everything else a page that says 404. */
export async function startImageShop(): Promise<ImageShop> {
  const asked: string[] = []
  const noise = { type: 'gaussian', mean: 150, sigma: 5 } as const
  const photo = await sharp({ create: { width: 1600, height: 2000, channels: 3, background: '#c03060', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.endsWith('.jpg')) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not here</title>')
  })
  const { url, close } = await listen(server)
  return {
    url,
    asked,
    close,
  }
}

/** Stands in for the guarded fetch, which rightly refuses this machine's own address. */
export function leadToImageShop(url: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const target = new URL(request.url)
    if (target.origin !== IMAGE_ORIGIN) throw new Error(`An unexpected request left for ${target.origin}.`)
    return fetch(url + target.pathname, { headers: request.headers, signal: request.signal })
  }
}
