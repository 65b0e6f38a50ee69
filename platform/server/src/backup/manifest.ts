/** What a backup says of itself: written last, so that one without a manifest is none. */
import { openSession, type BackupPosition, type Login, type Sequence } from '@platform/database'

import { BackupError, damaged } from './backup-error.ts'
import type { Sum, Vault } from './vault.ts'

export interface Manifest {
  readonly format: 1
  readonly id: string
  /** What is in it was there at this moment, and all that was done before. */
  readonly completedAt: string
  readonly release: string
  /** Whose data it is: production or not, and at which address. */
  readonly realm: string
  /** Each migration that had run, as `source/version`. */
  readonly migrations: readonly string[]
  readonly database: ClusterPart | RowsPart
  /** Null: they were left out. */
  readonly secrets: Sum | null
  readonly files: FilesPart
}

/** PostgreSQL's own folder, whole. */
export interface ClusterPart extends Sum, BackupPosition {
  readonly kind: 'cluster'
  readonly postgres: string
  readonly systemId: string
}

/** Rows alone, for a PostgreSQL of any version; tables come from the migrations. */
export interface RowsPart extends Sum {
  readonly kind: 'rows'
  readonly tables: Readonly<Record<string, number>>
  readonly sequences: readonly Sequence[]
}

/** Of the list of files; the files lie apart, since backups share them. */
export interface FilesPart extends Sum {
  readonly count: number
  readonly bytes: number
  /** Rows whose file was not there. */
  readonly missing: number
}

export const partName = (id: string, part: 'manifest' | 'database' | 'secrets' | 'files'): string => `${id}/${part}`

/** Names sort by time. */
export function newId(now = new Date()): string {
  return now.toISOString().replace(/[-:]/g, '').replace('.', '-')
}

export const timeOf = ({ completedAt }: Manifest): number => Date.parse(completedAt)

/** Newest last. */
export async function listBackups({ place }: Vault): Promise<string[]> {
  const ids: string[] = []
  for await (const { name } of place.list('')) {
    const [id, part, ...rest] = name.split('/')
    if (part === 'manifest' && rest.length === 0 && id !== undefined) ids.push(id)
  }
  return ids.toSorted()
}

export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const name = partName(id, 'manifest')
  const manifest = parse(name, await vault.readText(name))
  if (manifest.format !== 1) {
    throw new BackupError('version', `${name} was written by another release. Restore it with that one`)
  }
  if (manifest.id !== id) throw damaged(name, 'it speaks of another backup')
  return manifest
}

function parse(name: string, text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    throw damaged(name, 'it is no manifest')
  }
}

export async function migrationsThatRan(login: Login): Promise<string[]> {
  const client = await openSession(login)
  try {
    const { rows } = await client.query<{ migration: string }>(`
      select source || '/' || version as migration from platform_migrations.schema_migrations
      union all select 'product/' || version from supabase_migrations.schema_migrations order by 1`)
    return rows.map(({ migration }) => migration)
  } finally {
    await client.end()
  }
}
