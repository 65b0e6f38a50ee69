/** `npm run release:publish`: which build people are told of, at every process at once. */

import { openDatabases, systemSession } from '@platform/database'

import type { Config } from '../settings/config.ts'
import { databaseConfig } from '../stores/database.ts'

export interface KnownBuild {
  readonly build: string
  readonly version: string
  readonly ranAt: Date
  readonly isTold: boolean
  readonly isChosen: boolean
  /** Processes that have it and serve people. */
  readonly nodes: number
}

/** There is nothing to choose, or nobody has what was chosen. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
}

const listing = `
  select b.build, b.release ->> 'version' as version, b.ran_at as "ranAt", r.build is not null as "isTold",
    coalesce(r.is_chosen, false) as "isChosen", (select count(*)::int from nodes.live l
      where l.build = b.build and l.roles ~ '(all|web)' and l.seen_at > clock_timestamp() - interval '30 seconds') as nodes
  from nodes.builds b left join nodes.release r using (build) order by b.ran_at desc`

/** Newest first. @throws {ReleaseError} where processes do not share a database */
export async function listBuilds(config: Config): Promise<KnownBuild[]> {
  await using databases = await openShared(config)
  return await databases.system.read(systemSession, (tx) => tx.query<KnownBuild>(listing))
}

/** @param build one that stays told until the next call; null lets it be again that of all who serve */
export async function publishBuild(config: Config, build: string | null): Promise<void> {
  await using databases = await openShared(config)
  await databases.system.write(systemSession, async (tx) => {
    if (build === null) {
      await tx.execute('update nodes.release set is_chosen = false')
      await tx.query('select nodes.follow_builds()')
      return
    }
    const known = await tx.query('select from nodes.builds where build = $1', [build])
    if (known.length === 0) throw new ReleaseError(`No process has ever brought ${build}: --list names what there is`)
    await tx.query('select nodes.tell_build($1, true)', [build])
  })
}

async function openShared(config: Config) {
  if (config.database.kind === 'embedded')
    throw new ReleaseError('A process on its own database tells of its own build: there is nothing to choose')
  return openDatabases(databaseConfig(config), () => {})
}
