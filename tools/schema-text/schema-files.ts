/** supabase/schemas: what the database is to be, in files that are loaded in the order of their names. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { MigrationSource } from '@platform/database'

export interface SchemaFile {
  /** `40_posts/10_posts.sql` */
  readonly path: string
  readonly text: string
}

export async function readSchemaFiles(folder: URL): Promise<SchemaFile[]> {
  const entries = await readdir(folder, { recursive: true })
  const paths = entries
    .map((entry) => entry.replaceAll('\\', '/'))
    .filter((entry) => entry.endsWith('.sql'))
    .sort()
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(fileURLToPath(folder), path), 'utf8') })),
  )
}

/** One migration that makes all of it. */
export const baselineOf = (files: readonly SchemaFile[]): string =>
  [
    '-- Generated from supabase/schemas by `npm run migration:new`: read those instead.\n',
    ...files.map(({ path, text }) => `-- supabase/schemas/${path}\n${text}`),
    'reset check_function_bodies;\n',
  ].join('\n')

export interface DeclaredSource extends MigrationSource, AsyncDisposable {}

/** The same files as migrations, one each: where one fails, it and the line are named. */
export async function declaredSource(files: readonly SchemaFile[]): Promise<DeclaredSource> {
  const folder = await mkdtemp(join(tmpdir(), 'schemas-'))
  for (const [index, { path, text }] of files.entries()) {
    const name = path.replace(/\.sql$/, '').replaceAll('/', '_')
    await writeFile(join(folder, `${String(index + 1).padStart(4, '0')}_${name}.sql`), text)
  }
  return {
    name: 'schemas',
    folder: pathToFileURL(`${folder}/`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
