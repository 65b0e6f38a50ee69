/** `npm run --silent keys:make -- picture_worker [--days 90]`: prints a key of that role, which may do one thing and nothing else. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { makeKey, readConfig, UnknownRoleError } from '@platform/server'

import { root } from '../run-command.ts'

const file = join(root, '.env')
if (existsSync(file)) process.loadEnvFile(file)
const { values, positionals } = parseArgs({
  options: { days: { type: 'string', default: '90' } },
  allowPositionals: true,
})
const days = Number(values.days)
if (!Number.isInteger(days) || days < 1 || days > 3650) {
  console.error('--days must be a whole number from 1 to 3650.')
  process.exit(2)
}
try {
  console.log(await makeKey(readConfig(process.env), { role: positionals[0] ?? '', days }))
} catch (error) {
  if (!(error instanceof UnknownRoleError)) throw error
  console.error(`${error.message}.`)
  process.exitCode = 2
}
