/**
 * What a build consists of: each file with the hash of its content, so that a service worker keeps nothing else, and one
 * name for all of it, which the page, the worker and the server say (decision 0042).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { firstVisit, publicScreens } from './chunk-groups.ts'

/**
 * `core`: what a start needs. `public`: what visitors may open besides. `members`: the rest of the app. `other`: what
 * no start waits for and no worker keeps.
 */
export type FileGroup = 'core' | 'public' | 'members' | 'other'

export interface AppFile {
  /** As a request names it: `/assets/Ab12Cd34.js`. */
  readonly path: string
  /** SHA-256, as the `integrity` of a request wants it. */
  readonly integrity: string
  readonly bytes: number
  readonly group: FileGroup
}

export interface AppBuild {
  readonly version: string
  readonly build: string
  readonly files: readonly AppFile[]
}

type Groups = ReadonlyMap<string, FileGroup>

/** Written by a build into itself, and so no part of what its name says. */
const own = new Set(['/build.json', '/index.html', '/sw.js', '/sw-plain.js'])
const left = /\.(?:br|gz|map)$|\/\./
/** Imported by the workers, and kept by the browser with them. */
const openerFile = /^\/assets\/opener-[\w-]{8}\.js$/
const meta = /<meta name="build" content="[^"]*"/
const header = /^self\.appBuild=.*\n/
/** Beside the scripts: the stylesheet of the page, the fonts of its first paint and the icon of its notifications. */
const coreFiles = /\.css$|-latin-[\w-]{8}\.woff2$|^\/assets\/boot-|^\/icon-192\.png$/

export function appFiles(version: string): Plugin {
  return {
    name: 'app-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await writeAppFiles(dir, version, groupsOf(Object.values(bundle)))
    },
  }
}

/**
 * Writes `build.json`, and the build's name into its page and its workers.
 * @param groups of the scripts; what it does not name keeps the group that an earlier `build.json` gave it
 */
export async function writeAppFiles(folder: string, version: string, groups: Groups): Promise<AppBuild> {
  const read = async (name: string) => readFile(join(folder, name), 'utf8')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `/${join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/')}`,
    )
  const paths = names.filter((path) => !own.has(path) && !left.test(path)).toSorted()
  const known = new Map([...(await earlierGroups(folder)), ...groups])
  const files = await Promise.all(paths.map((path) => describe(folder, path, known)))
  const page = (await read('index.html')).replace(meta, '<meta name="build" content=""')
  const workers = await Promise.all(
    ['sw.js', 'sw-plain.js'].map(async (name) => [name, (await read(name)).replace(header, '')] as const),
  )
  const said = JSON.stringify([version, page, workers, files])
  const build = createHash('sha256').update(said).digest('hex').slice(0, 12)
  await writeFile(join(folder, 'index.html'), page.replace(meta, `<meta name="build" content="${build}"`))
  const { routes } = JSON.parse(await read('routes.json')) as { routes: string[] }
  const { path: opener = '' } = files.find(({ path }) => openerFile.test(path)) ?? {}
  const told = { version, build, opener, routes, ...listOf(files) }
  for (const [name, code] of workers) {
    const facts = name === 'sw.js' ? told : { version, build, opener }
    await writeFile(join(folder, name), `self.appBuild=${JSON.stringify(facts)};\n${code}`)
  }
  await writeFile(join(folder, 'build.json'), JSON.stringify({ version, build, files }))
  return { version, build, files }
}

/** As short as it can be said (service-worker/build.ts reads it): it is a good part of what a worker weighs. */
function listOf(files: readonly AppFile[]) {
  const of = (group: FileGroup) => files.filter((file) => file.group === group)
  const [core, visitors, members] = [of('core'), of('public'), of('members')]
  const all = [...core, ...visitors, ...members]
  return {
    until: [core.length, core.length + visitors.length],
    hashes: all.map(({ integrity }) => integrity.slice('sha256-'.length, -1)).join(''),
    files: all.map(({ path }) => /^\/assets\/(\w.{7})\.js$/u.exec(path)?.[1] ?? `${path} `).join(''),
  }
}

async function earlierGroups(folder: string): Promise<[string, FileGroup][]> {
  const text = await readFile(join(folder, 'build.json'), 'utf8').catch(() => '{"files":[]}')
  return (JSON.parse(text) as AppBuild).files.map(({ path, group }) => [path, group])
}

async function describe(folder: string, path: string, groups: Groups): Promise<AppFile> {
  const bytes = await readFile(join(folder, path))
  const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`
  const group = coreFiles.test(path) ? 'core' : (groups.get(path) ?? 'other')
  return { path, integrity, bytes: bytes.length, group }
}

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** What a start on the feed may bring, whoever looks. */
export function coreChunks(bundle: Bundle): readonly Rolldown.OutputChunk[] {
  const chunks = chunksOf(Object.values(bundle))
  return [...withImports(chunks, firstVisit)]
}

function chunksOf(bundle: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  return new Map(bundle.flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item] as const] : [])))
}

/** By what imports what: a chunk's name says nothing, and whatever it imports is needed as soon as it is. */
function withImports(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, modules: readonly string[]) {
  const found = new Set([...chunks.values()].filter(({ moduleIds }) => modules.some((id) => moduleIds.includes(id))))
  for (const chunk of found) for (const imported of chunk.imports) found.add(chunks.get(imported) ?? chunk)
  return found
}

function groupsOf(bundle: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Groups {
  const chunks = chunksOf(bundle)
  const groups = new Map<string, FileGroup>()
  for (const file of bundle) if (file.fileName.endsWith('.js')) groups.set(`/${file.fileName}`, 'members')
  for (const { fileName } of withImports(chunks, publicScreens)) groups.set(`/${fileName}`, 'public')
  for (const { fileName } of withImports(chunks, firstVisit)) groups.set(`/${fileName}`, 'core')
  for (const path of groups.keys()) if (own.has(path) || openerFile.test(path)) groups.delete(path)
  return groups
}
