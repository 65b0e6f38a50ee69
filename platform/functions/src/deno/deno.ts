/** The part of Deno that functions of the hosted runtime are written with: `Deno.serve` and `Deno.env`. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIPv6 } from 'node:net'

type Handler = (request: Request, info: ServeInfo) => Response | Promise<Response>

interface ServeInfo {
  readonly remoteAddr: { readonly transport: 'tcp'; readonly hostname: string; readonly port: number }
  readonly completed: Promise<void>
}

interface ServeOptions {
  readonly handler?: Handler
  readonly onError?: (error: unknown) => Response | Promise<Response>
  readonly onListen?: (address: ServeInfo['remoteAddr']) => void
}

/** What a module hands to `serve` while it is evaluated. */
interface Registration {
  fetch: ((request: Request) => Promise<Response>) | null
}

const evaluating = new AsyncLocalStorage<Registration>()
const nowhere = { transport: 'tcp', hostname: '0.0.0.0', port: 0 } as const

/** Evaluates a module. @returns the handler that it served, or null */
export async function evaluate<Module>(
  load: () => Promise<Module>,
): Promise<{ readonly module: Module; readonly served: Registration['fetch'] }> {
  const registration: Registration = { fetch: null }
  const module = await evaluating.run(registration, load)
  return { module, served: registration.fetch }
}

/**
 * As `Deno.serve(handler)`, `Deno.serve(options, handler)` or `Deno.serve({ handler })`. Which port it names does not
 * matter: the function answers where functions/v1 has it. The last call of a module counts.
 * @throws {TypeError} without a handler; {Error} outside the evaluation of a function's module
 */
export function serve(first: Handler | ServeOptions, second?: Handler) {
  const options: ServeOptions = typeof first === 'function' ? {} : first
  const handler = typeof first === 'function' ? first : (second ?? first.handler)
  if (typeof handler !== 'function') throw new TypeError('Deno.serve needs a handler')
  const registration = evaluating.getStore()
  if (registration === undefined) throw new Error('Deno.serve works at the top of a function’s module only')
  registration.fetch = (request) => answer(handler, request, options.onError)
  options.onListen?.(nowhere)
  const { promise: finished, resolve } = Promise.withResolvers<void>()
  return { finished, addr: nowhere, shutdown: async () => resolve(), ref() {}, unref() {} }
}

async function answer(handler: Handler, request: Request, onError: ServeOptions['onError']): Promise<Response> {
  try {
    return await handler(request, infoOf(request))
  } catch (error) {
    if (onError === undefined) throw error
    return onError(error)
  }
}

function infoOf(request: Request): ServeInfo {
  const address = request.headers.get('x-forwarded-for') ?? nowhere.hostname
  const hostname = isIPv6(address) ? `[${address}]` : address
  return { remoteAddr: { ...nowhere, hostname }, completed: Promise.resolve() }
}

/** The process's own environment, as the hosted runtime gives functions theirs. */
const env = {
  get: (name: string): string | undefined => process.env[name],
  has: (name: string): boolean => name in process.env,
  set(name: string, value: string): void {
    process.env[name] = value
  },
  delete(name: string): void {
    Reflect.deleteProperty(process.env, name)
  },
  toObject: (): Record<string, string | undefined> => ({ ...process.env }),
}

/** For functions that name it; a process without one stays what libraries take it for. */
export function installDeno(): void {
  if ('Deno' in globalThis) return
  Object.defineProperty(globalThis, 'Deno', { value: { serve, env }, configurable: true })
}
