/** A local HTTP server that answers as it is told, and remembers what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** `hang`: never answers. `half`: breaks off in the middle of `body`. */
export type Reply = Told | { readonly half: unknown } | 'hang'

export interface Told {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, a text, or a file. */
  readonly body?: unknown
}

export interface FakeServer extends AsyncDisposable {
  readonly url: string
  readonly server: Server
  readonly asked: Asked[]
  /** Instead of its own answer, once each, in this order, where method and path begin so: `POST /prompt`. */
  script(request: string, ...replies: readonly Reply[]): void
  /** How often it was asked something that begins so. */
  count(request: string): number
  /** Resolves at the first request that begins so, past ones included. */
  until(request: string): Promise<Asked>
}

/** `own`: its address, for answers that name it. */
export async function startFakeServer(
  answer: (asked: Asked, own: string) => Reply | Promise<Reply>,
): Promise<FakeServer> {
  const asked: Asked[] = []
  const scripts: { request: string; replies: Reply[] }[] = []
  const waiting: { request: string; resolve: (asked: Asked) => void }[] = []
  let url = ''
  const matches = ({ method, path }: Asked, request: string): boolean => `${method} ${path}`.startsWith(request)

  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { method = '', url: path = '', headers } = request
      const one: Asked = { method, path, headers, body: Buffer.concat(parts) }
      asked.push(one)
      for (const { request, resolve } of waiting) if (matches(one, request)) resolve(one)
      const script = scripts.find(({ request, replies }) => replies.length > 0 && matches(one, request))
      const reply = script?.replies.shift() ?? (await answer(one, url))
      if (reply !== 'hang') send(reply, response)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    server,
    asked,
    script: (request, ...replies) => void scripts.push({ request, replies: [...replies] }),
    count: (request) => asked.filter((one) => matches(one, request)).length,
    async until(request) {
      const past = asked.find((one) => matches(one, request))
      if (past) return past
      const { promise, resolve } = Promise.withResolvers<Asked>()
      waiting.push({ request, resolve })
      return promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function send(reply: Exclude<Reply, 'hang'>, response: ServerResponse): void {
  if ('half' in reply) {
    const bytes = toBytes(reply.half)
    response.writeHead(200, { 'Content-Length': bytes.byteLength })
    response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy())
    return
  }
  const { status = 200, body = {}, headers } = reply
  const type = body instanceof Uint8Array ? 'image/png' : 'application/json'
  response.writeHead(status, { 'Content-Type': type, ...headers })
  response.end(toBytes(body))
}

export function jsonOf({ body }: Asked): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>
}

/** Whether it carries `user:password`; without a login, everybody is let in. */
export function isAllowed({ headers }: Asked, login: string | undefined): boolean {
  return login === undefined || headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
