/** Builds of the app in the database, so that every process can give the files of each (decision 0052). */

import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import { systemSession, type Database, type WriteTransaction } from '@platform/database'

import type { Release } from './release.ts'

export interface StoredBuild {
  readonly build: string
  readonly release: Release
  /** Where its files lie. */
  readonly folder: string
}

const most = { builds: 10, age: '30 days' }
/** Files in one statement: a few megabytes at most. */
const batch = 50

/** Puts a build in, and lets go of what is too old. */
export async function storeBuild(database: Database, { build, release, folder }: StoredBuild): Promise<void> {
  const files = await readFiles(folder)
  const paths = Object.fromEntries([...files].map(([path, { digest }]) => [path, digest]))
  const bodies = new Map([...files.values()].map(({ digest, body }) => [digest, body]))
  await database.write(systemSession, async (tx) => {
    // One at a time: a build that goes takes no file that another one has just found there. Whoever starts beside the first
    // waits until all files are there, however long that takes.
    await tx.execute(`select set_config('lock_timeout', '120s', true), set_config('statement_timeout', '120s', true)`)
    await tx.execute('lock table nodes.builds in share row exclusive mode')
    const known = await tx.query<{ digest: string }>('select digest from nodes.build_files where digest = any ($1)', [
      [...bodies.keys()],
    ])
    for (const { digest } of known) bodies.delete(digest)
    await storeBodies(tx, [...bodies])
    await tx.execute(
      `insert into nodes.builds (build, release, files) values ($1, $2, $3)
       on conflict (build) do update set release = excluded.release, ran_at = clock_timestamp()`,
      [build, JSON.stringify(release), JSON.stringify(paths)],
    )
    await removeOld(tx, build)
  })
}

async function storeBodies(tx: WriteTransaction, bodies: readonly (readonly [string, Buffer])[]): Promise<void> {
  for (let start = 0; start < bodies.length; start += batch) {
    const part = bodies.slice(start, start + batch)
    const text = 'insert into nodes.build_files select * from unnest($1::text[], $2::bytea[])'
    await tx.execute(text, [part.map(([digest]) => digest), part.map(([, body]) => body)])
  }
}

async function removeOld(tx: WriteTransaction, own: string): Promise<void> {
  const removed = await tx.execute(
    `delete from nodes.builds b where b.build <> $1 and not exists (select from nodes.release r where r.build = b.build)
       and (b.ran_at < clock_timestamp() - $2::interval
         or b.build not in (select build from nodes.builds order by ran_at desc limit $3))`,
    [own, most.age, most.builds],
  )
  if (removed === 0) return
  await tx.execute(`delete from nodes.build_files f where f.digest not in (
    select value from nodes.builds b, jsonb_each_text(b.files))`)
}

interface ReadFile {
  readonly digest: string
  readonly body: Buffer
}

/** By path; what the build keeps for itself is left out. */
async function readFiles(folder: string): Promise<Map<string, ReadFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, ReadFile>()
  for (const entry of entries) {
    if (!entry.isFile() || /^\.|\.map(?:\.br|\.gz)?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const body = await readFile(file)
    const digest = createHash('sha256').update(body).digest('base64url')
    files.set(`/${relative(folder, file).split(sep).join('/')}`, { digest, body })
  }
  return files
}

/** Null where the database does not have it. @param into a folder of folders, one per build */
export async function loadBuild(database: Database, build: string, into: string): Promise<StoredBuild | null> {
  const [row] = await database.read(systemSession, (tx) =>
    tx.query<{ release: Release; files: Record<string, string> }>(
      'select release, files from nodes.builds where build = $1',
      [build],
    ),
  )
  if (row === undefined) return null
  const folder = join(into, build)
  const isThere = await readdir(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) await writeFiles(database, row.files, folder)
  return { build, release: row.release, folder }
}

/** Renamed when all of it is there. */
async function writeFiles(database: Database, files: Record<string, string>, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`
  const paths = Object.entries(files)
  for (let start = 0; start < paths.length; start += batch) {
    const part = paths.slice(start, start + batch)
    const bodies = await readBodies(database, [...new Set(part.map(([, digest]) => digest))])
    for (const [path, digest] of part) {
      const file = join(draft, ...path.split('/').filter((name) => name !== '..'))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bodies.get(digest) ?? '')
    }
  }
  // Another process with the same folder may have been first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
}

async function readBodies(database: Database, digests: readonly string[]): Promise<Map<string, Buffer>> {
  const text = 'select digest, body from nodes.build_files where digest = any ($1)'
  const rows = await database.read(systemSession, (tx) => tx.query<ReadFile>(text, [digests]))
  return new Map(rows.map(({ digest, body }) => [digest, body]))
}

export interface SharedFile {
  readonly body: Buffer
  /** By ending: `.br`, `.gz`. */
  readonly encoded: ReadonlyMap<string, Buffer>
  /** The policy of the build that it belongs to. */
  readonly policy: string | null
}

/** A file of any build there is, with its encoded neighbours. */
export async function findSharedFile(database: Database, path: string): Promise<SharedFile | null> {
  const endings = ['', '.br', '.gz', 'policy']
  const [row] = await database.read(systemSession, (tx) =>
    tx.query<{ digests: (string | null)[] }>(
      `select array[files ->> $1, files ->> ($1 || '.br'), files ->> ($1 || '.gz'), files ->> '/policy.json'] as digests
       from nodes.builds where files ? $1 order by ran_at desc limit 1`,
      [path],
    ),
  )
  if (row === undefined) return null
  const bodies = await readBodies(
    database,
    row.digests.filter((digest) => digest !== null),
  )
  const byEnding = new Map(
    endings.flatMap((ending, place) => {
      const body = bodies.get(row.digests[place] ?? '')
      return body === undefined ? [] : [[ending, body] as const]
    }),
  )
  const body = byEnding.get('')
  if (body === undefined) return null
  const encoded = new Map([...byEnding].filter(([ending]) => ending.startsWith('.')))
  return { body, encoded, policy: byEnding.get('policy')?.toString() ?? null }
}
