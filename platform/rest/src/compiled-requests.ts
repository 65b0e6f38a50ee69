/** Reads that come again and again are parsed, planned and written once (PERFORMANCE §1). */
import type { HttpRequest } from './parse/request.ts'
import type { Schema } from './schema/schema.ts'

const kept = 500
const longestUrl = 2048

interface Entry<Compiled> {
  readonly schema: Schema
  readonly compiled: Compiled
}

/**
 * The least recently used makes room. Everything but the answer depends on these headers, the URL and the schema
 * alone; who asks comes in later, with the session.
 */
export class CompiledRequests<Compiled> {
  readonly #entries = new Map<string, Entry<Compiled>>()

  get(http: HttpRequest, schema: Schema, compile: () => Compiled): Compiled {
    const key = keyOf(http)
    if (key === null) return compile()
    const known = this.#entries.get(key)
    if (known !== undefined) this.#entries.delete(key)
    const entry = known?.schema === schema ? known : { schema, compiled: compile() }
    this.#entries.set(key, entry)
    if (this.#entries.size > kept) this.#entries.delete(this.#entries.keys().next().value ?? '')
    return entry.compiled
  }
}

function keyOf({ method, url, headers }: HttpRequest): string | null {
  if ((method !== 'GET' && method !== 'HEAD') || url.length > longestUrl) return null
  const { accept = '', range = '' } = headers
  return [method, url, accept, headers['prefer'], headers['accept-profile'], range].join('\n')
}
