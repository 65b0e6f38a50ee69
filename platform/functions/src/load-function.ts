/**
 * From a function's name to its handler: `<folder>/<name>/index.ts` or its like, imported at the first call. It exports
 * `{ fetch(request) { … } }`, or serves as the hosted runtime's functions do, by `Deno.serve` or a server of its own.
 */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

import { evaluate, takeOwnServers } from './deno/deno.ts'
import { hookModulesBelow } from './deno/module-hooks.ts'
import { relayErrors } from './errors.ts'
import { withEventsOf } from './function-events.ts'

type FetchHandler = (request: Request) => Response | Promise<Response>

export interface LoadedFunction {
  readonly fetch: FetchHandler
}

let own: typeof Response | undefined
/**
 * NOTE: packages put classes of their own in its place (`@hono/node-server`), of which not every answer is one; so it is looked
 * up before any function is loaded, and not before: it comes with all of `fetch`.
 */
export const ownResponse = (): typeof Response => (own ??= Response)

export type LoadFunction = (name: string) => Promise<LoadedFunction>

/** NOTE: folders that begin with `_` are shared code, and no name can leave the folder. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** The answer throws RelayError: `NOT_FOUND`, or `BOOT_ERROR` whose cause says what the module did wrong. */
export function createLoader(
  folder: string,
  onLoaded: (name: string, ms: number) => void,
  onFailure: (name: string, error: unknown) => void = () => {},
): LoadFunction {
  const loaded = new Map<string, Promise<LoadedFunction>>()

  const root = pathToFileURL(`${folder}/`)
  // NOTE: before any function, whatever its entry says: what it imports may open a server as well.
  takeOwnServers()
  hookModulesBelow(root.href)

  async function load(name: string): Promise<LoadedFunction> {
    ownResponse()
    const url = await findEntry(new URL(`${name}/`, root))
    if (url === null) throw relayErrors.notFound()
    const startedAt = performance.now()
    const fail = (error: unknown) => onFailure(name, error)
    const handler = await withEventsOf(name, fail, () => importHandler(name, url, fail))
    onLoaded(name, performance.now() - startedAt)
    return handler
  }

  return async function loadFunction(name) {
    if (!NAME.test(name)) throw relayErrors.notFound()
    const known = loaded.get(name)
    if (known !== undefined) return known
    const loading = load(name)
    loaded.set(name, loading)
    // NOTE: a failure is forgotten, so that a function added or mended later is found.
    loading.catch(() => loaded.delete(name))
    return loading
  }
}

/** `index.ts`, `index.js`, their like with JSX, or what the function's own `package.json` calls its main module. */
async function findEntry(folder: URL): Promise<URL | null> {
  for (const file of ['index.ts', 'index.js', 'index.tsx', 'index.jsx']) {
    const url = new URL(file, folder)
    if ((await readIfThere(url)) !== null) return url
  }
  const manifest = await readIfThere(new URL('package.json', folder))
  const url = manifest === null ? null : mainOf(manifest, folder)
  const isThere = url?.href.startsWith(folder.href) === true && (await readIfThere(url)) !== null
  return isThere ? url : null
}

function mainOf(manifest: string, folder: URL): URL | null {
  try {
    const { main } = JSON.parse(manifest) as { main?: unknown }
    return typeof main === 'string' ? new URL(main, folder) : null
  } catch (cause) {
    throw relayErrors.bootFailed(cause)
  }
}

async function readIfThere(url: URL): Promise<string | null> {
  return readFile(url, 'utf8').catch(() => null)
}

async function importHandler(name: string, url: URL, onFailure: (error: unknown) => void): Promise<LoadedFunction> {
  const { module, served } = await importModule(url, onFailure)
  const exported = handlerOf(module) ?? served
  if (exported !== null) return { fetch: exported }
  throw relayErrors.bootFailed(
    new Error(`${name} has neither \`export default { fetch(request) { … } }\` nor \`Deno.serve(…)\``),
  )
}

function handlerOf(module: unknown): FetchHandler | null {
  const { default: exported } = module as { default?: { fetch?: unknown } | null }
  const fetch = exported?.fetch
  return typeof fetch === 'function' ? (request) => (fetch as FetchHandler).call(exported, request) : null
}

async function importModule(url: URL, onFailure: (error: unknown) => void) {
  try {
    return await evaluate<unknown>({
      url: url.href,
      load: () => import(url.href),
      servesLater: (module) => handlerOf(module) === null,
      onFailure,
    })
  } catch (cause) {
    throw relayErrors.bootFailed(cause)
  }
}
