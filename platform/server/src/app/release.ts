/** Which release runs: `release.json` at the root, which the build of the app reads too. */

import { join } from 'node:path'

import { readIfThere } from '../read-if-there.ts'

/** What clients are told. */
export interface ReleaseNews {
  readonly version: string
  readonly releaseNotes: string
  /** Clients must update before they go on. */
  readonly forced: boolean
}

export interface Release extends ReleaseNews {
  /** Whoever runs an older one must update, even where a later release is not forced. */
  readonly minimumVersion: string | null
  readonly worker: WorkerKind
}

/** `plain` takes every copy of the app off people's devices, and leaves push as it is. */
export type WorkerKind = 'caching' | 'plain'

const semver = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,32})?$/
/** Every open page asks for it twice a minute. */
const most = { characters: 200, bytes: 300 }

const checks: Readonly<Record<keyof Release, readonly [fits: (value: unknown) => boolean, expected: string]>> = {
  version: [isVersion, 'must be like 5.0.0'],
  releaseNotes: [
    (value) => typeof value === 'string' && value.length <= most.characters,
    `must be a text of at most ${most.characters} characters`,
  ],
  forced: [(value) => typeof value === 'boolean', 'must be true or false'],
  minimumVersion: [(value) => value === null || isVersion(value), 'must be like 5.0.0'],
  worker: [(value) => value === 'caching' || value === 'plain', 'must be caching or plain'],
}

/** @throws {Error} when a file is there and has another form */
export async function readRelease(root: string): Promise<Release> {
  const given = await readJson(join(root, 'release.json'))
  const release = { version: '5.0.0', releaseNotes: '', forced: false, minimumVersion: null, worker: 'caching' }
  for (const [field, [fits, expected]] of Object.entries(checks)) {
    const value = given[field] ?? release[field as keyof Release]
    if (!fits(value)) throw new Error(`release.json: "${field}" ${expected}`)
    Object.assign(release, { [field]: value })
  }
  return checked(release as Release)
}

function checked(release: Release): Release {
  const { version, minimumVersion } = release
  if (Buffer.byteLength(JSON.stringify(newsFor(release, null))) > most.bytes) {
    throw new Error(`release.json: "releaseNotes" makes the answer longer than ${most.bytes} bytes`)
  }
  // Nobody could ever update far enough.
  if (minimumVersion !== null && isOlder(version, minimumVersion)) {
    throw new Error('release.json: "minimumVersion" must not be above "version"')
  }
  return release
}

/** @param current the version that the asking client runs, where it says one */
export function newsFor({ version, releaseNotes, forced, minimumVersion }: Release, current: unknown): ReleaseNews {
  const isTooOld = minimumVersion !== null && isVersion(current) && isOlder(current, minimumVersion)
  return { version, releaseNotes, forced: forced || isTooOld }
}

/** Of the built app in that folder, as its build wrote it into `build.json`; null where it is not built. */
export async function readBuild(folder: string): Promise<string | null> {
  const { build } = await readJson(join(folder, 'build.json'))
  if (build === undefined) return null
  if (typeof build !== 'string' || !/^[\da-f]{12}$/.test(build)) throw new Error('build.json must name its "build"')
  return build
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && semver.test(value)
}

/** A pre-release counts as older than what it comes before (semver.org §11). */
function isOlder(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((version) => version.replace(/-.*/, '').split('.').map(Number))
  const difference = [0, 1, 2].map((place) => (ours?.[place] ?? 0) - (theirs?.[place] ?? 0)).find((step) => step !== 0)
  return difference === undefined ? one.includes('-') && !other.includes('-') : difference < 0
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readIfThere(file)
  if (text === null) return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error })
  }
}
