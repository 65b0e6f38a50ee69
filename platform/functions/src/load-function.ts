/** From a function's name to its handler: `<folder>/<name>/index.ts`, imported at the first call. */
import { access } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

import { relayErrors } from './errors.ts'

type FetchHandler = (request: Request) => Response | Promise<Response>

export interface LoadedFunction {
  readonly fetch: FetchHandler
}

export type LoadFunction = (name: string) => Promise<LoadedFunction>

/** NOTE: folders that begin with `_` are shared code, and no name can leave the folder. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** The answer throws RelayError: `NOT_FOUND`, or `BOOT_ERROR` whose cause says what the module did wrong. */
export function createLoader(folder: string, onLoaded: (name: string, ms: number) => void): LoadFunction {
  const loaded = new Map<string, Promise<LoadedFunction>>()

  async function load(name: string): Promise<LoadedFunction> {
    const url = new URL(`${name}/index.ts`, pathToFileURL(`${folder}/`))
    if (!(await exists(url))) throw relayErrors.notFound()
    const startedAt = performance.now()
    const handler = toHandler(name, await importModule(url))
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

async function exists(url: URL): Promise<boolean> {
  return access(url).then(
    () => true,
    () => false,
  )
}

async function importModule(url: URL): Promise<unknown> {
  try {
    return await import(url.href)
  } catch (cause) {
    throw relayErrors.bootFailed(cause)
  }
}

function toHandler(name: string, module: unknown): LoadedFunction {
  const { default: exported } = module as { default?: { fetch?: unknown } | null }
  const fetch = exported?.fetch
  if (typeof fetch !== 'function') {
    throw relayErrors.bootFailed(new Error(`${name}/index.ts has no \`export default { fetch(request) { … } }\``))
  }
  return { fetch: (request) => (fetch as FetchHandler).call(exported, request) }
}
