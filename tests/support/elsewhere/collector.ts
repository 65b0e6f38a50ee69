/** A collector of traces, and what it was told. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Told {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number }
}

export async function startCollector() {
  const bodies: unknown[] = []
  const keys: unknown[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    keys.push(request.headers['x-key'])
    bodies.push(await json(request))
    response.end('{}')
  }
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    text: () => JSON.stringify(bodies),
    spans: () =>
      (bodies as { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] }[]).flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
