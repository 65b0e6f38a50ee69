/** The built app in memory: what one process serves is one build, even while the next is being written. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

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
export type Assets = ReadonlyMap<string, Asset>

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

const atOnce = 16

/**
 * Reads a folder whole; files of the build's own (dot files, source maps, the pages) are left out. A few at a time: two thousand
 * small files cost a fifth of what they cost one promise each, and what waits for the event loop waits a millisecond or two.
 */
export async function readAssets(folder: string, ownFiles: readonly string[]): Promise<Assets> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]))
  const assets = new Map<string, Asset>()
  for (const [path, file] of paths) {
    if (typeOf(path) === null || path.includes('/.') || ownFiles.includes(path.slice(1))) continue
    const encoded = neighboursOf(path, paths).map(([encoding, neighbour]) => [encoding, readFileSync(neighbour)])
    assets.set(path, assetOf(path, readFileSync(file), Object.fromEntries(encoded)))
    if (assets.size % atOnce === 0) await nextTurn()
  }
  return assets
}

/** All that the app's addresses answer but its pages. */
export function readAppAssets(folder: string): Promise<Assets> {
  return readAssets(folder, ['index.html', 'routes.json', 'policy.json', 'build.json'])
}

/** @param paths its encoded neighbours, among others */
export async function readAsset(path: string, file: string, paths: ReadonlyMap<string, string>): Promise<Asset> {
  const body = await readFile(file)
  const encoded: Partial<Record<Encoding, Buffer>> = {}
  for (const [encoding, neighbour] of neighboursOf(path, paths)) encoded[encoding] = await readFile(neighbour)
  return assetOf(path, body, encoded)
}

function neighboursOf(path: string, paths: ReadonlyMap<string, string>): [Encoding, string][] {
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
