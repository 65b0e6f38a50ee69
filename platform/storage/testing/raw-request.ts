import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  json(): unknown
}

/** The path goes out as it is written: `fetch` would resolve its dots first, and keep some headers for itself. */
export async function rawRequest(base: string, path: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = options
  const { hostname, port, pathname } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request({ hostname, port, method, path: pathname + path, headers }, resolve)
  sent.on('error', reject).end(body)
  const answer = await promise
  const bytes = await buffer(answer)
  const json = () => JSON.parse(bytes.toString()) as unknown
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, json }
}
