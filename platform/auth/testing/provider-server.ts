/** A service elsewhere, as its documentation says that it speaks: it answers what the test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type ProviderAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Says nothing at all. */
  | 'silence'
  /** Breaks off in the middle of its answer. */
  | 'half'

export interface ProviderServer extends AsyncDisposable {
  readonly url: string
  readonly calls: ReceivedCall[]
  answer: ProviderAnswer
}

export async function startProviderServer(answer: ProviderAnswer): Promise<ProviderServer> {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      calls.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') })
      respond(response, running.answer)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const running: ProviderServer = {
    url: `http://127.0.0.1:${port}`,
    calls,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
  return running
}

function respond(response: ServerResponse, answer: ProviderAnswer): void {
  if (answer === 'silence') return
  if (answer === 'half') {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '200' })
    response.write('{"sid":"SM', () => response.destroy())
    return
  }
  const { status, body, headers = {} } = answer
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}
