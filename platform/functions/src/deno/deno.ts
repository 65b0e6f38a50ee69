/** The part of Deno that functions of the hosted runtime are written with: `Deno.serve`, websockets, `Deno.env`, files. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIPv6 } from 'node:net'

import { isWithinFunction } from '../edge-runtime.ts'
import { files } from './files.ts'
import { takeServers, type Answering } from './own-server.ts'
import { upgradeWebSocket } from './web-socket.ts'

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

/** What a module hands to `serve` while it is evaluated or later, or has its own server answer. */
interface Registration {
  fetch: Answering | null
  readonly isServed: PromiseWithResolvers<void>
  /** Hears what fails where no request can be told. */
  onFailure: (error: unknown) => void
}

/** So long is waited for a module that has begun to serve, but has not got so far when it is evaluated. */
const PATIENCE_MS = 2_000

/** By the module's URL, as Node.js evaluates it once: whatever serves too late is found when it is asked for again. */
const registrations = new Map<string, Registration>()
const evaluating = new AsyncLocalStorage<Registration>()
const nowhere = { transport: 'tcp', hostname: '0.0.0.0', port: 0 } as const

interface Evaluation<Module> {
  /** Of the module: who asks for it again has what it served since. */
  readonly url: string
  readonly load: () => Promise<Module>
  /** Whether one that has served nothing yet is waited for. */
  readonly servesLater: (module: Module) => boolean
  /** Hears what fails in a server of its own where no request can be told. */
  readonly onFailure: (error: unknown) => void
}

/** Evaluates a module. The answer's `served` is the handler that it served, or null. */
export async function evaluate<Module>({ url, load, servesLater, onFailure }: Evaluation<Module>) {
  const registration = registrations.get(url) ?? { fetch: null, isServed: Promise.withResolvers(), onFailure }
  registrations.set(url, registration)
  registration.onFailure = onFailure
  const module = await evaluating.run(registration, load)
  if (registration.fetch === null && servesLater(module)) {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, PATIENCE_MS)
    await Promise.race([registration.isServed.promise, tooLate])
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

/** From now on no function opens a port: its own server is asked by this process alone. */
export function takeOwnServers(): void {
  takeServers(() => {
    const registration = evaluating.getStore()
    if (registration === undefined) return isWithinFunction() ? 'refuse' : null
    return { register: (fetch) => register(registration, fetch), onFailure: (error) => registration.onFailure(error) }
  })
}

/** For functions that name it; a process without one stays what libraries take it for. */
export function installDeno(): void {
  if ('Deno' in globalThis) return
  Object.defineProperty(globalThis, 'Deno', { value: { serve, upgradeWebSocket, env, ...files }, configurable: true })
}
