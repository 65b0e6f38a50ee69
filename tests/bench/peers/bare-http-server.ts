/** `node bare-http-server.ts <port>`: `/<bytes>` answers so many, or 304 to whoever has them; the ceiling of node:http. */
import { createServer } from 'node:http'

const headers = {
  'accept-ranges': 'bytes',
  'access-control-allow-origin': '*',
  'cache-control': 'max-age=31536000, immutable, s-maxage=60',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'content-type': 'image/webp',
  'cross-origin-resource-policy': 'cross-origin',
  etag: '"1"',
  'last-modified': new Date().toUTCString(),
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'none',
}
const bodies = new Map<number, Buffer>()

createServer(({ url = '', headers: sent }, response) => {
  if (sent['if-none-match'] === headers.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const length = Number(url.slice(1))
  const body = bodies.get(length) ?? Buffer.alloc(length, 'x')
  bodies.set(length, body)
  response.writeHead(200, { ...headers, 'content-length': length }).end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
