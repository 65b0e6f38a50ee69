/** `npm run migration:new <name>`: an empty migration named as the hosted service names them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from './run-command.ts'

const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run migration:new <name in lower_snake_case>')
  process.exit(1)
}
const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const path = join('supabase', 'migrations', `${version}_${name}.sql`)
await writeFile(join(root, path), '', { flag: 'wx' })
console.log(path)
