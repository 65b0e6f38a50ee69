/**
 * `npm run passwords:build -- <list> <filter> [false alarms]`: makes a Bloom filter for AUTH_PASSWORD_LEAKED_FILE of a list
 * of leaked passwords, one a line, or of their SHA-1 as breach corpora publish them. A million need 1.8 MB at 0.001.
 */
import { stat } from 'node:fs/promises'

import { buildLeakedPasswords } from '@platform/auth'

const [list, filter, falseAlarms = '0.001'] = process.argv.slice(2)
const share = Number(falseAlarms)
if (list === undefined || filter === undefined || !(share > 0 && share < 1)) {
  console.error('npm run passwords:build -- <list> <filter> [false alarms, 0.001]')
  process.exit(1)
}
const entries = await buildLeakedPasswords(list, filter, share)
const { size } = await stat(filter)
console.log(`${filter} knows ${entries} passwords in ${(size / 1e6).toFixed(1)} MB`)
