/** Where backups lie: a folder, or a bucket of an S3 API. What is written there appears whole or not at all. */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import { BlobMissingError, openBucket } from '@platform/storage'

import type { BackupSettings } from '../settings/storage-settings.ts'
import { BackupError } from './backup-error.ts'

export interface Place extends Disposable {
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws {BackupError} where there is none */
  read(name: string): AsyncIterable<Uint8Array>
  /** In no order. */
  list(below: string): AsyncIterable<{ readonly name: string; readonly size: number }>
  remove(names: readonly string[]): Promise<void>
}

/** @param to a folder, or `s3://bucket/prefix` */
export function openPlace(to: string, s3: BackupSettings['s3']): Place {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (bucket === undefined) return folderPlace(to)
  const opening = openBucket({ ...s3, bucket, ...(prefix && { prefix: `${prefix.replace(/\/+$/, '')}/` }) })
  return {
    write: async (name, source) => (await opening).write(name, source),
    async *read(name) {
      const store = await opening
      const body = await store.read(name).catch((error: unknown) => {
        throw error instanceof BlobMissingError ? missing(name) : error
      })
      yield* body as AsyncIterable<Uint8Array>
    },
    async *list(below) {
      yield* (await opening).list(below)
    },
    remove: async (names) => (await opening).remove(names),
    [Symbol.dispose]: () => void opening.then((store) => store[Symbol.dispose]()),
  }
}

const missing = (name: string) => new BackupError('missing', `${name} is not there. Take another backup`)

const unfinished = '.unfinished'

function folderPlace(root: string): Place {
  return {
    async write(name, source) {
      const path = join(root, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}${unfinished}`
      try {
        await using file = await open(draft, 'w', 0o600)
        for await (const chunk of source) await file.writeFile(chunk)
        await file.sync()
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await using folder = await open(dirname(path), 'r')
      await folder.sync()
    },
    async *read(name) {
      const stream = createReadStream(join(root, name))
      try {
        yield* stream as AsyncIterable<Buffer>
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(name) : error
      }
    },
    async *list(below) {
      const found = await readdir(join(root, below), { recursive: true, withFileTypes: true }).catch(() => [])
      for (const entry of found) {
        if (!entry.isFile() || entry.name.endsWith(unfinished)) continue
        const path = join(entry.parentPath, entry.name)
        yield { name: relative(root, path).split(sep).join('/'), size: (await stat(path)).size }
      }
    },
    async remove(names) {
      for (const name of names) await rm(join(root, name), { force: true })
    },
    [Symbol.dispose]() {},
  }
}
