/**
 * `npm run migration:new <name>`: the next migration, named as the hosted service names them. It holds what differs between
 * supabase/schemas and the migrations so far; what becomes of tables and rows is listed in it, for a person to write.
 */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { root } from './run-command.ts'
import { compareSchemas } from './schema-text/compare-schemas.ts'
import { declaredSchema, migratedSchema } from './schema-text/product-schema.ts'
import { baselineOf, readSchemaFiles } from './schema-text/schema-files.ts'

const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run migration:new <name in lower_snake_case>')
  process.exit(1)
}
const [schemas, migrations] = [pathToFileURL(`${root}supabase/schemas/`), pathToFileURL(`${root}supabase/migrations/`)]
const earlier = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()

async function textOfMigration(): Promise<string> {
  if (earlier.length === 0) return baselineOf(await readSchemaFiles(schemas))
  const [before, after] = await Promise.all([migratedSchema(migrations), declaredSchema(schemas)])
  return compareSchemas(before, after)
}

/** After the newest one, also where that was given a number of a time to come. */
function nextVersion(): number {
  const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14))
  return Math.max(now, Number(earlier.at(-1)?.slice(0, 14) ?? 0) + 1)
}

const text = await textOfMigration()
const path = join('supabase', 'migrations', `${nextVersion()}_${name}.sql`)
await writeFile(join(root, path), text, { flag: 'wx' })
console.log(text === '' ? `${path} (empty: supabase/schemas and the migrations say the same)` : path)
if (text.includes('-- By hand:')) console.log('Write what it lists under « By hand », and delete the list.')
