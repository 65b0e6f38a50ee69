/** An image engine at the end of the wire that OpenAI's API made common: paints at once, or when it is let. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'

export interface Painter extends AsyncDisposable {
  /** For `startSystem` and for the functions, which read the process's own. */
  readonly settings: Readonly<Record<string, string>>
  /** The paths that it was asked at, in order. */
  readonly asked: readonly string[]
  /** Nothing is painted until `release`. */
  hold(): void
  release(): void
  /** The next order fails, as an engine fails that will not succeed on another try. */
  failOnce(): void
}

/** Few large spots: no two pictures alike, none of one flat colour, which engines' chains refuse as empty. */
function pictureOf(key: number, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const side = 6
  const spots = Uint8Array.from({ length: side * side * 3 }, (_, place) => (place * 7919 * (key + 1)) % 251)
  return sharp(spots, { raw: { width: side, height: side, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
}

export async function startPainter(): Promise<Painter> {
  const asked: string[] = []
  let failures = 0
  let gate = Promise.resolve()
  let open: () => void = () => undefined

  const paint = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push(request.url ?? '')
    const place = asked.length
    await gate
    if (failures > 0) {
      failures -= 1
      return {
        status: 400,
        body: { error: { message: 'this model cannot paint that', type: 'invalid_request_error' } },
      }
    }
    const size = /(\d+)x(\d+)/u.exec(Buffer.concat(parts).toString('latin1'))
    const file = await pictureOf(place, { width: Number(size?.[1] ?? 512), height: Number(size?.[2] ?? 512) })
    return { status: 200, body: { created: 1, data: [{ b64_json: file.toString('base64') }] } }
  }
  const server = createServer((request, response) => {
    paint(request).then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const settings = { IMAGE_ENGINE: 'openai-compatible', IMAGE_MODEL: 'painter', IMAGE_BASE_URL: address }
  Object.assign(process.env, settings)
  return {
    settings,
    asked,
    hold: () => {
      gate = new Promise((resolve) => (open = resolve))
    },
    release: () => open(),
    failOnce: () => {
      failures += 1
    },
    [Symbol.asyncDispose]: async () => {
      for (const name of Object.keys(settings)) delete process.env[name]
      open()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
