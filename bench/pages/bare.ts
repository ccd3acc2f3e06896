import { createServer } from 'node:http'
import { rawPage } from './raw-page.ts'

// The limit of node:http: the same Buffer for every request, with as few headers as a page can have.
const [port = '', path = ''] = process.argv.slice(2)
const { body, etag } = await rawPage({ port: Number(port), path })
const server = createServer((request, response) => {
  if (request.headers['if-none-match']) {
    response.writeHead(304, { etag })
    response.end()
    return
  }
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': body.length,
    etag,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(address.port)
})
