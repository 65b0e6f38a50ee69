/**
 * Files of earlier builds, so that a page that stays open through a deployment finds what it still has to load. A file is
 * named after its content, so builds share what did not change between them.
 */

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { Encoding } from '@platform/http'

import { readIfThere } from '../read-if-there.ts'
import { encodings, isLasting, readAsset, type Asset, type Assets } from './assets.ts'

export interface ArchivedBuild {
  readonly build: string
  readonly assets: Pick<Assets, 'paths' | 'read'>
  /** Their workers compile WebAssembly, whichever build serves them. */
  readonly wasmWorkers: readonly string[]
}

export interface ArchivedAsset {
  readonly asset: Asset
  readonly runsWasm: boolean
}

export interface AssetArchive {
  find(path: string): Promise<ArchivedAsset | null>
}

interface BuildRecord {
  readonly build: string
  readonly startedAt: number
  readonly paths: readonly string[]
  readonly wasmWorkers: readonly string[]
}

const most = { builds: 10, ageMs: 30 * 86_400_000 }

/** Puts this build in, and lets go of what is too old. */
export async function openAssetArchive(
  folder: string,
  own: ArchivedBuild,
  now: () => number = Date.now,
): Promise<AssetArchive> {
  const places = { files: join(folder, 'files'), builds: join(folder, 'builds') }
  await Promise.all(Object.values(places).map((place) => mkdir(place, { recursive: true })))
  const record = await archive(places, own, now())
  const others = (await readRecords(places.builds)).filter(({ build }) => build !== own.build)
  const newestFirst = others.toSorted((one, other) => other.startedAt - one.startedAt)
  const kept = newestFirst.slice(0, most.builds - 1).filter(({ startedAt }) => now() - startedAt < most.ageMs)
  const known = [record, ...kept]
  await letGo(
    places,
    others.filter((other) => !kept.includes(other)),
    new Set(known.flatMap(namesOf)),
  )
  const stored = new Set(await readdir(places.files))
  const paths = new Set(known.flatMap((build) => build.paths))
  const wasmWorkers = new Set(known.flatMap((build) => build.wasmWorkers))
  return {
    async find(path) {
      if (!paths.has(path)) return null
      const file = join(places.files, basename(path))
      const ends = Object.values(encodings).filter((end) => stored.has(`${basename(path)}${end}`))
      const neighbours = new Map(ends.map((end) => [`${path}${end}`, `${file}${end}`]))
      const asset = await readAsset(path, file, neighbours).catch(() => null)
      return asset && { asset, runsWasm: wasmWorkers.has(path) }
    },
  }
}

/** The record comes last: where it stands, all of its files do. */
async function archive(
  places: { files: string; builds: string },
  { build, assets, wasmWorkers }: ArchivedBuild,
  startedAt: number,
): Promise<BuildRecord> {
  const paths = assets.paths.filter(isLasting)
  const record = { build, startedAt, paths, wasmWorkers }
  const place = join(places.builds, `${build}.json`)
  if ((await readIfThere(place)) === null) {
    for (const path of paths) await writeAsset(join(places.files, basename(path)), await assets.read(path))
  }
  await writeWhole(place, Buffer.from(JSON.stringify(record)))
  return record
}

async function writeAsset(file: string, { body, encoded }: Asset): Promise<void> {
  await writeWhole(file, body)
  for (const [encoding, end] of Object.entries(encodings)) {
    const bytes = encoded[encoding as Encoding]
    if (bytes) await writeWhole(`${file}${end}`, bytes)
  }
}

/** Another process may be at the same; a stop in the middle must not leave half a file. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const isSame = await stat(file).then(
    ({ size }) => size === bytes.length && !file.endsWith('.json'),
    () => false,
  )
  if (isSame) return
  // NOTE: in containers everybody is process 1.
  const part = `${file}.${crypto.randomUUID()}.part`
  await writeFile(part, bytes)
  await rename(part, file)
}

async function readRecords(folder: string): Promise<BuildRecord[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => JSON.parse(text) as BuildRecord)
}

const namesOf = ({ paths }: BuildRecord) => paths.map((path) => basename(path))

/** Only what belongs to these: another process may be putting its own build in at this moment. */
async function letGo(
  places: { files: string; builds: string },
  gone: readonly BuildRecord[],
  stillNamed: ReadonlySet<string>,
): Promise<void> {
  const names = gone.flatMap(namesOf).filter((name) => !stillNamed.has(name))
  const files = names.flatMap((name) => ['', ...Object.values(encodings)].map((end) => `${name}${end}`))
  await Promise.all([
    ...gone.map(({ build }) => rm(join(places.builds, `${build}.json`), { force: true })),
    ...files.map((name) => rm(join(places.files, name), { force: true })),
  ])
}
