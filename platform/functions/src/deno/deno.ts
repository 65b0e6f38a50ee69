/** The part of Deno that functions of the hosted runtime are written with: `Deno.serve`, `Deno.env` and files. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIPv6 } from 'node:net'

import { files } from './files.ts'
import { takeServers, type Answering } from './own-server.ts'

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

/** What a module hands to `serve` while it is evaluated, or has its own server answer. */
interface Registration {
  fetch: Answering | null
  readonly isServed: PromiseWithResolvers<void>
}

/** So long is waited for a module that has begun to serve, but has not got so far when it is evaluated. */
const PATIENCE_MS = 2_000

const evaluating = new AsyncLocalStorage<Registration>()
const nowhere = { transport: 'tcp', hostname: '0.0.0.0', port: 0 } as const

/**
 * Evaluates a module.
 *
 * @param servesLater whether one that has served nothing yet is waited for
 * @returns the handler that it served, or null
 */
export async function evaluate<Module>(
  load: () => Promise<Module>,
  servesLater: (module: Module) => boolean,
): Promise<{ readonly module: Module; readonly served: Answering | null }> {
  const registration: Registration = { fetch: null, isServed: Promise.withResolvers() }
  const module = await evaluating.run(registration, load)
  if (registration.fetch === null && servesLater(module)) {
    const timer = setTimeout(registration.isServed.resolve, PATIENCE_MS)
    await registration.isServed.promise
    clearTimeout(timer)
  }
  return { module, served: registration.fetch }
}

function register(registration: Registration, fetch: Answering): void {
  registration.fetch = fetch
  registration.isServed.resolve()
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
  register(registration, (request) => answer(handler, request, options.onError))
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
  takeServers(() => {
    const registration = evaluating.getStore()
    return registration === undefined ? null : (fetch) => register(registration, fetch)
  })
  if ('Deno' in globalThis) return
  Object.defineProperty(globalThis, 'Deno', { value: { serve, env, ...files }, configurable: true })
}
