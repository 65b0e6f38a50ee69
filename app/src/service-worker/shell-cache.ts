/**
 * The app on the device: the page of one build and the files of that build, each held against the hash that the build
 * wrote down. What the wires answer is no part of it (THREATS X-06).
 */
import { appBuild, listedFiles, type AppFile, type FileGroup } from './build.ts'

const prefix = 'cx-shell-'
const shellPath = '/app-shell'
/** In the cache of the build that gives the pages. */
const livePath = '/live'
const { build } = appBuild
const files = listedFiles(appBuild)
const ownName = prefix + build
const integrities = new Map(files.map(({ path, integrity }) => [path, integrity]))
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
  png: 'image/png',
}
const atOnce = 4
/** Under this much free room nothing is fetched ahead, in bytes. */
const leastRoom = 50_000_000

const any = { ignoreVary: true, ignoreSearch: true }

/** @throws {Error} when a file is missing, or is not the one that this build is made of */
export async function installShell(): Promise<void> {
  const cache = await caches.open(ownName)
  await keepPage(cache)
  await keepAll(cache, inGroups(['core']))
  // The first is of the build before the live one, the last may be accepted at this moment; what waited between is over.
  await drop((await otherShells()).idle.slice(1, -1))
}

/** The build before stays for pages that are open still. */
export async function dropOldShells(): Promise<void> {
  const { idle, live } = await otherShells()
  const cache = await caches.open(ownName)
  // A full disk is the emptier for what follows.
  await cache.put(livePath, new Response()).catch(() => undefined)
  await drop(idle)
  for (const name of live) await (await caches.open(name)).delete(livePath)
}

async function otherShells() {
  const idle: string[] = []
  const live: string[] = []
  for (const cacheName of await shellNames())
    if (cacheName !== ownName) ((await caches.match(livePath, { cacheName })) ? live : idle).push(cacheName)
  return { idle, live }
}

async function drop(names: readonly string[]): Promise<void> {
  for (const name of names) await caches.delete(name)
}

/** Once more from the server, as after its settings changed. */
export async function refreshShell(): Promise<void> {
  await keepPage(await caches.open(ownName))
}

/** Answers whether all of these groups are here now. */
export async function warm(groups: readonly FileGroup[]): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < leastRoom) return false
  await keepAll(await caches.open(ownName), inGroups(groups))
  return true
}

export async function answerPage(request: Request): Promise<Response> {
  return (await caches.match(shellPath, { ...any, cacheName: ownName })) ?? fetch(request)
}

/** Of this build or the one before, else from the server, which knows older ones. */
export async function answerFile(event: FetchEvent, path: string): Promise<Response> {
  const kept = await findKept(path)
  if (kept) return kept
  const integrity = integrities.get(path)
  if (integrity === undefined) return fetch(event.request)
  const response = await fetchFile(path, integrity)
  const copy = response.clone()
  event.waitUntil(caches.open(ownName).then((cache) => put(cache, path, copy)))
  return response
}

export function isFileOfApp(path: string): boolean {
  return integrities.has(path) || path.startsWith('/assets/')
}

/** Straight from the cache, without starting a worker, where the browser knows how. */
export const coreRoutes = () =>
  inGroups(['core']).map(({ path }) => ({
    condition: { urlPattern: { pathname: path } },
    source: { cacheName: ownName },
  }))

function inGroups(groups: readonly FileGroup[]): AppFile[] {
  return files.filter(({ group }) => groups.includes(group))
}

async function shellNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix))
}

async function findKept(path: string): Promise<Response | undefined> {
  for (const name of [ownName, ...(await shellNames())]) {
    // By name: opening one that is being deleted would make it anew.
    const kept = await caches.match(path, { ...any, cacheName: name })
    if (kept) return kept
  }
  return undefined
}

async function keepPage(cache: Cache): Promise<void> {
  const response = await fetch(shellPath, { cache: 'reload' })
  const said = response.headers.get('x-build')
  if (!isOwnAnswer(response, 'text/html') || said !== build) throw new Error(`The server's page is of build ${said}`)
  await put(cache, shellPath, response)
}

async function keepAll(cache: Cache, wanted: readonly AppFile[]): Promise<void> {
  const left = wanted.values()
  const keepSome = async () => {
    for (const { path, integrity } of left) await keepFile(cache, path, integrity)
  }
  await Promise.all(Array.from({ length: atOnce }, keepSome))
}

async function keepFile(cache: Cache, path: string, integrity: string): Promise<void> {
  if (await cache.match(path, any)) return
  const earlier = await findKept(path)
  const isSame = earlier && (await integrityOf(earlier.clone())) === integrity
  await put(cache, path, isSame ? earlier : await fetchFile(path, integrity))
}

async function fetchFile(path: string, integrity: string): Promise<Response> {
  const response = await fetch(path, { integrity })
  if (isOwnAnswer(response, types[path.slice(path.lastIndexOf('.') + 1)] ?? '')) return response
  throw new Error(`${path} is not what this build is made of`)
}

/** A full disk costs people their pictures before it costs them the app. */
async function put(cache: Cache, path: string, response: Response): Promise<void> {
  const copy = response.clone()
  try {
    await cache.put(path, response)
  } catch {
    for (const name of await caches.keys()) if (name.startsWith('cx-pictures-')) await caches.delete(name)
    await cache.put(path, copy)
  }
}

function isOwnAnswer({ status, type, redirected, headers }: Response, contentType: string): boolean {
  const said = headers.get('content-type') ?? ''
  return status === 200 && type === 'basic' && !redirected && said.startsWith(contentType)
}

async function integrityOf(response: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
  return `sha256-${btoa(String.fromCodePoint(...bytes))}`
}
