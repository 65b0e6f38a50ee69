/** Secrets that the first start makes and every later one finds again, each in a file of mode 0600. */

import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { readIfThere } from '../read-if-there.ts'

/** The text kept under `name`; made by `generate` once, however many processes ask at the same moment. */
export async function keepSecret(folder: string, name: string, generate: () => Promise<string>): Promise<string> {
  const file = join(folder, name)
  const kept = await readIfThere(file)
  if (kept !== null) return kept
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeDurably(draft, await generate())
    // Unlike a rename, a link fails when another process was first.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}

async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
}
