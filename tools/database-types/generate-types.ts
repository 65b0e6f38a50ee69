/** `npm run types`: writes the contract's types of the database, as the migrations make it. `--check` only compares. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases, systemSession } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import { root } from '../run-command.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { renderDatabase } from './render.ts'

const contract = join(root, 'supabase/functions/_shared/contract/src')
const typesFile = join(contract, 'database.types.ts')

async function readMigrated(): Promise<Catalogue> {
  const folder = await mkdtemp(join(tmpdir(), 'types-'))
  const databases = await openDatabases({ kind: 'embedded', folder }, () => {})
  try {
    const product = { name: 'product', folder: pathToFileURL(join(root, 'supabase/migrations/')) }
    const all = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
    await migrate(databases, all, () => {})
    return await databases.system.read(systemSession, readCatalogue)
  } finally {
    await databases[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

const [catalogue, refined] = await Promise.all([
  readMigrated(),
  Promise.all(
    ['database-refinements.ts', 'money-refinements.ts'].map((file) => readFile(join(contract, file), 'utf8')),
  ),
])
const text = renderDatabase(catalogue, refined.join('\n'))
if (!process.argv.includes('--check')) await writeFile(typesFile, text)
else if ((await readFile(typesFile, 'utf8')) !== text) {
  console.log('The types of the database are not those of its migrations. Write them anew: npm run types')
  process.exitCode = 1
}
