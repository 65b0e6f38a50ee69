/** Which build people are told of, and files of all builds, where several processes agree on both. */

import { join } from 'node:path'

import type { Database } from '@platform/database'

import type { Membership } from '../nodes/membership.ts'
import type { Observation } from '../watch/events.ts'
import type { ArchivedAsset } from './asset-archive.ts'
import { assetOf, encodings, hashed, type Assets } from './assets.ts'
import { readBuildPolicy } from './build-policy.ts'
import type { Release } from './release.ts'
import { findSharedFile, loadBuild, storeBuild } from './shared-builds.ts'

/** What a process has to tell of. */
export interface ServedBuild {
  readonly build: string | null
  readonly release: Release
  readonly folder: string
  /** Where they are being read already. */
  readonly assets?: Promise<Assets>
}

export interface Releases {
  /** At any moment the same for all processes, but for the time that a build takes to come. */
  told(): ServedBuild
  /** A file named after its content, of any build. */
  find(path: string): Promise<ArchivedAsset | null>
}

interface ReleasesOptions {
  readonly own: ServedBuild
  readonly database: Database
  readonly membership: Pick<Membership, 'told' | 'refresh'>
  readonly dataFolder: string
  readonly observe: (observation: Observation) => void
}

/** A process that is alone, or that has no build, tells of its own. */
export function ownRelease(own: ServedBuild): Releases {
  return { told: () => own, find: async () => null }
}

/** Whoever asks for files that nobody has must not ask the database each time. */
const most = 2_000
const forgetMs = 5_000

export async function shareReleases(options: ReleasesOptions): Promise<Releases> {
  const { own, database, membership, dataFolder, observe } = options
  const { build } = own
  if (build === null) return ownRelease(own)
  await storeBuild(database, { ...own, build })
  await membership.refresh()
  const into = join(dataFolder, 'app-builds')
  const loaded = new Map<string, ServedBuild>([[build, own]])
  const loading = new Map<string, Promise<void>>()
  let last: ServedBuild = own

  const load = async (wanted: string) => {
    try {
      const found = await loadBuild(database, wanted, into)
      if (found) loaded.set(wanted, found)
    } catch (error) {
      observe({ kind: 'server.build-missing', build: wanted, error })
    } finally {
      loading.delete(wanted)
    }
  }
  const ensure = (wanted: string) => {
    const known = loading.get(wanted)
    if (known) return known
    const begun = load(wanted)
    loading.set(wanted, begun)
    return begun
  }
  const first = membership.told()
  if (first !== null && !loaded.has(first)) await ensure(first)
  return {
    told() {
      const wanted = membership.told() ?? build
      const found = loaded.get(wanted)
      if (found) last = found
      else void ensure(wanted)
      return found ?? last
    },
    find: rememberFound((path) => findAsset(database, path)),
  }
}

async function findAsset(database: Database, path: string): Promise<ArchivedAsset | null> {
  const found = await findSharedFile(database, path)
  if (found === null) return null
  const encoded = Object.fromEntries(
    Object.entries(encodings).flatMap(([encoding, ending]) => {
      const body = found.encoded.get(ending)
      return body === undefined ? [] : [[encoding, body]]
    }),
  )
  const { wasmWorkers } = readBuildPolicy(found.policy)
  return { asset: assetOf(path, found.body, encoded), runsWasm: wasmWorkers.includes(path) }
}

function rememberFound(find: Releases['find']): Releases['find'] {
  const found = new Map<string, { readonly answer: Promise<ArchivedAsset | null>; readonly at: number }>()
  return (path) => {
    if (!hashed.test(path)) return Promise.resolve(null)
    const known = found.get(path)
    if (known && performance.now() - known.at < forgetMs) return known.answer
    if (found.size >= most) found.clear()
    const answer = find(path)
    found.set(path, { answer, at: performance.now() })
    answer.catch(() => found.delete(path))
    return answer
  }
}
