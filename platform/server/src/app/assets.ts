/** The built app: what one process serves is one build, even while the next is being written. */

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join, resolve, sep } from 'node:path'

import type { Encoding } from '@platform/http'

export interface Asset {
  readonly type: string
  readonly cacheControl: string
  /** Strong, one per encoding. */
  readonly tag: string
  readonly body: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

/** By path, as a request names it: `/assets/index-Ab12Cd34.js`. A lookup cannot leave the folder. */
export interface Assets {
  readonly paths: readonly string[]
  /** Whatever is not named after its content. */
  readonly inMemory: ReadonlyMap<string, Asset>
  /** One of `paths`. @throws where it cannot be read any more */
  read(path: string): Promise<Asset>
}

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export const encodings = { br: '.br', gzip: '.gz' } as const
// A build names such a file after its content, so its address never means anything else.
export const hashed = /^\/assets\/(?:.+-)?[\w-]{8}\.\w+$/

const nameForm = /^[\w-]+(?:\.[\w-]+)*$/

/** Means the same for ever, in whichever build. */
export const isLasting = (path: string): boolean => hashed.test(path) && nameForm.test(basename(path))

type Files = ReadonlyMap<string, string>

/** All files of a folder by path, encoded neighbours and the build's own among them. */
function filesIn(folder: string): Files {
  const base = resolve(folder)
  const entries = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const below = parentPath.slice(base.length).split(sep).join('/')
      return [`${below}/${name}`, join(parentPath, name)]
    }),
  )
}

const ownFiles = new Set(['/index.html', '/routes.json', '/policy.json', '/build.json'])

const pathsOf = (files: Files): string[] =>
  [...files.keys()].filter((path) => typeOf(path) !== null && !path.includes('/.') && !ownFiles.has(path))

/** What the app's addresses answer but its pages: files of the build's own (dot files, source maps, the pages) are left out. */
export const appPaths = (folder: string): string[] => pathsOf(filesIn(folder))

/** Three thousand files, of which a start reads thirty: `keepAssets` reads the others. */
export async function readAppAssets(folder: string): Promise<Assets> {
  const files = filesIn(folder)
  const paths = pathsOf(files)
  const read = (path: string) => readAsset(path, files.get(path) ?? '', files)
  const inMemory = new Map<string, Asset>()
  for (const path of paths) if (!isLasting(path)) inMemory.set(path, await read(path))
  return { paths, inMemory, read }
}

/**
 * Whoever asks for a file first waits for it, and all who ask meanwhile with them; rejects where it cannot be read.
 * @param read from where no other build is being written
 */
export function keepAssets({ paths, inMemory }: Assets, read: (path: string) => Promise<Asset>) {
  const served = new Set(paths)
  const kept = new Map([...inMemory].map(([path, asset]) => [path, Promise.resolve(asset)]))
  return async (path: string): Promise<Asset | null> => {
    if (!served.has(path)) return null
    const known = kept.get(path)
    if (known) return known
    const asked = read(path)
    kept.set(path, asked)
    // Asked for again once it can be read.
    asked.catch(() => kept.delete(path))
    return asked
  }
}

/** @param paths its encoded neighbours, among others */
export async function readAsset(path: string, file: string, paths: Files): Promise<Asset> {
  const body = await readFile(file)
  const encoded: Partial<Record<Encoding, Buffer>> = {}
  for (const [encoding, neighbour] of neighboursOf(path, paths)) encoded[encoding] = await readFile(neighbour)
  return assetOf(path, body, encoded)
}

function neighboursOf(path: string, paths: Files): [Encoding, string][] {
  return Object.entries(encodings).flatMap(([encoding, ending]) => {
    const neighbour = paths.get(`${path}${ending}`)
    return neighbour === undefined ? [] : [[encoding as Encoding, neighbour] as [Encoding, string]]
  })
}

export function assetOf(path: string, body: Buffer, encoded: Asset['encoded']): Asset {
  const cacheControl = hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { type: typeOf(path) ?? '', cacheControl, tag: digest(body), body, encoded }
}

function typeOf(path: string): string | null {
  return types[extname(path)] ?? null
}

export function digest(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}
