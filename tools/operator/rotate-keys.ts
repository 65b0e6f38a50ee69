/** `npm run keys:rotate [-- --leaked]`: the next key signs from now on. With --leaked the tokens of the old one end. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { TooSoonError } from '@platform/auth'
import { readConfig, rotateKeys } from '@platform/server'

import { root } from '../run-command.ts'

const file = join(root, '.env')
if (existsSync(file)) process.loadEnvFile(file)
const isLeaked = process.argv.includes('--leaked')
try {
  const { current, standby } = await rotateKeys(readConfig(process.env), { isLeaked })
  console.log(`Signs from now on: ${current}\nPublished, and next: ${standby}`)
  console.log(isLeaked ? 'Tokens of the old key have ended.' : 'Tokens of the old key last until they expire.')
} catch (error) {
  if (!(error instanceof TooSoonError)) throw error
  console.error(`${error.message}.\nTry again later, or with --leaked when the key that signs is in wrong hands.`)
  process.exitCode = 1
}
