/** Segments of the log on their way from the server's folder to the place of backups. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { isLogFile } from '@platform/database'

import { BackupError } from './backup-error.ts'
import type { Vault } from './vault.ts'

export const logFolder = (systemId: string): string => `log/${systemId}/`

/** Answers how many went. A segment that is there already is not written again, and must be the same. */
export async function shipLog(vault: Vault, { from, systemId }: { from: string; systemId: string }): Promise<number> {
  const files = (await readdir(from).catch(() => [])).filter(isLogFile).toSorted()
  if (files.length === 0) return 0
  const there = new Set<string>()
  for await (const { name } of vault.place.list(logFolder(systemId))) there.add(name)
  for (const file of files) {
    const [name, path] = [`${logFolder(systemId)}${file}`, join(from, file)]
    if (!there.has(name)) await vault.writePacked(name, createReadStream(path) as AsyncIterable<Buffer>)
    else if (!(await isSame(path, vault.readPacked(name)))) {
      throw new BackupError(
        'occupied',
        `${name} holds the log of another copy of this database. Choose another BACKUP_TO`,
      )
    }
    await rm(path)
  }
  return files.length
}

/** Says in the folder itself that the log there has a gap, so that a restart does not forget it. */
const gapMark = 'has-a-gap'

/**
 * While its place cannot be reached, the log waits for no longer than there is room: beyond that all of it goes, and only
 * another backup makes moments after it reachable again. Answers how many bytes went.
 */
export async function capLog(from: string, mostBytes: number): Promise<number> {
  const files = (await readdir(from).catch(() => [])).filter(isLogFile).map((file) => join(from, file))
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes <= mostBytes) return 0
  await writeFile(join(from, gapMark), '')
  await Promise.all(files.map((file) => rm(file, { force: true })))
  return bytes
}

export async function hasGap(from: string): Promise<boolean> {
  return access(join(from, gapMark)).then(
    () => true,
    () => false,
  )
}

/** After a backup that needs nothing from before the gap. */
export async function forgetGap(from: string): Promise<void> {
  await rm(join(from, gapMark), { force: true })
}

async function isSame(path: string, stored: AsyncIterable<Buffer>): Promise<boolean> {
  const [own, kept] = [await digest(createReadStream(path) as AsyncIterable<Buffer>), await digest(stored)]
  return own === kept
}

async function digest(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
