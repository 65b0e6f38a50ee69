/** `npm run images:hash -- <file> …`: one line per picture for the file behind MODERATION_DENY_LIST. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'

import { hashPicture, writeHash } from '../supabase/functions/_shared/image-engines/moderation/denied-pictures.ts'

for (const file of process.argv.slice(2)) {
  console.log(`${writeHash(await hashPicture(await readFile(file)))} ${basename(file)}`)
}
