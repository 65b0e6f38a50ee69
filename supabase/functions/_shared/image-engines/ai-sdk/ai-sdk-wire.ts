/**
 * The fetch that the AI SDK's providers are given: bounded, listened to, and able to answer from work begun earlier. What
 * the SDK does not tell (an id to come back to, a refusal that it takes for waiting) is read here, off the wire.
 */
import { encodeForm } from '../encode-form.ts'
import { EngineError } from '../image-engine.ts'

export interface Heard {
  readonly method: string
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** What one provider says between the lines. */
export interface Tap {
  /** Every JSON answer. May throw EngineError to end the work. */
  heard?(heard: Heard): Promise<void> | void
  /** Answers a POST from work that was begun earlier; null begins anew. */
  resume?(headers: Headers): Promise<Response | null>
  /** Ends the work upstream; failures do not matter. */
  cancel?(): Promise<void>
}

const largestAnswer = 96 * 2 ** 20
const bodiless = new Set([101, 204, 205, 304])

export function createWire(label: string, tap: Tap): typeof fetch {
  return async function wire(input, init) {
    const method = init?.method ?? 'GET'
    const resumed = method === 'POST' ? await tap.resume?.(new Headers(init?.headers)) : null
    const response = resumed ?? (await fetch(input, await withWholeForm(init)))
    const bytes = await readWhole(response, label)
    const body = parseObject(bytes, response.headers)
    if (body !== null) await tap.heard?.({ method, status: response.status, body })
    const headers = new Headers(response.headers)
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(bodiless.has(response.status) ? null : bytes, { status: response.status, headers })
  }
}

async function withWholeForm(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!(init?.body instanceof FormData)) return init
  const { type, bytes } = await encodeForm(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', type)
  return { ...init, headers, body: bytes }
}

async function readWhole({ body }: Response, label: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > largestAnswer)
      throw new EngineError('engine_failed', `${label} answers too much`, { isRetryable: false })
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function parseObject(bytes: Uint8Array, headers: Headers): Record<string, unknown> | null {
  if (!headers.get('content-type')?.includes('json')) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
