/** `node tests/bench/crowd/social-fill.ts postgres://…`: fills the database of a product that has run once. */
import { argv } from 'node:process'

import { fillSociety, socialSize } from './social-crowd.ts'

const url = argv[2]
if (url === undefined) throw new Error('The address of a database is missing')
await fillSociety(url, socialSize, console.log)
