import { readFile, stat } from 'node:fs/promises'

import { EmbeddedPostgresError } from './errors.ts'

/** The system user that PostgreSQL runs as, where the server itself is root; PostgreSQL refuses to be root. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

const PREFERRED = ['postgres', 'nobody']

/** Null: as the user we are. A folder that exists keeps the owner it has. */
export async function ownerOf(cluster: string): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null
  const existing = await stat(cluster).catch(() => null)
  if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const users = await readUsers()
  const found = PREFERRED.map((name) => users.get(name)).find((user) => user !== undefined)
  if (found !== undefined) return found
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this system has no user named ${PREFERRED.join(' or ')}. ` +
      'Start the server as another user, or set DATABASE_URL to a PostgreSQL that runs elsewhere',
  )
}

async function readUsers(): Promise<Map<string, Owner>> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const users = lines.map((line) => line.split(':'))
  return new Map(users.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]))
}
