/** A local server that speaks a provider's documented wire, and fails as it is told to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

export interface Told {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or a file. */
  readonly body?: object | Buffer
}

/** `cut`: half a body, then the connection ends. `hang`: nothing, ever. */
export type Answer = Told | 'hang' | 'cut'

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string
  readonly asked: readonly Asked[]
  /** Requests that are being answered, and the most there ever were at once. */
  readonly load: { now: number; most: number }
  /** Resolves when a request of this kind has come, or had come already. */
  seen(matches: (asked: Asked) => boolean): Promise<Asked>
}

export async function startScriptedServer(
  answer: (asked: Asked, own: string) => Answer | Promise<Answer>,
): Promise<ScriptedServer> {
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  const load = { now: 0, most: 0 }
  let url = ''

  const server = createServer((request, response) => {
    load.now += 1
    load.most = Math.max(load.most, load.now)
    response.once('close', () => (load.now -= 1))
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await read(request)
    asked.push(one)
    for (const look of waiting) look()
    send(response, await answer(one, url))
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    asked,
    load,
    seen: (matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = asked.find((one) => matches(one))
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers as Asked['headers'],
    body: Buffer.concat(parts),
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return
  if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' })
    response.write('{"data":[{"b64_json":"iVBORw0', () => response.destroy())
    return
  }
  const { status = 200, headers = {}, body = {} } = answer
  const isFile = Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': isFile ? 'image/png' : 'application/json', ...headers })
  response.end(isFile ? body : JSON.stringify(body))
}
