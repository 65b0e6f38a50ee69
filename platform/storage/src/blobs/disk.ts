/** Blobs as files: written beside, synced, then renamed into place, so that a file that is there is whole. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, opendir, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import {
  BlobMissingError,
  BlobStoreFullError,
  isBlobKey,
  versionOf,
  type BlobEntry,
  type BlobFamily,
  type BlobKey,
  type BlobStore,
  type ByteRange,
  type OpenBlob,
} from './blob-store.ts'
import { FileStream } from './file-stream.ts'
import { writePieces } from './write-pieces.ts'

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW
const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

// Most pictures leave in one piece; larger files in many, which keep a 2 GB download small in memory.
const wholeBytes = 262_144
const readBytes = 393_216

/** @param root an absolute folder of the store's own; made when absent */
export async function diskBlobStore(root: string): Promise<BlobStore> {
  const unfinished = join(root, 'unfinished')
  for (const folder of ['objects', 'variants', 'unfinished']) await mkdir(join(root, folder), { recursive: true })
  return {
    write: async (key, source) => writeBlob(pathOf(root, key), unfinished, source),
    read: (key, range) => readBlob(root, key, range),
    copy: (from, to) => copyBlob({ root, from, to, unfinished }),
    remove: async (keys) => {
      for (const key of keys) await removeBlob(root, key)
    },
    entries: (family, version) => entriesOf(root, family, version),
    discardUnfinished: (before) => discardOlder(unfinished, before),
  }
}

/** Sharded by the version's last characters: the first ones may be a time. */
function pathOf(root: string, key: BlobKey): string {
  if (!isBlobKey(key)) throw new BlobMissingError(key)
  const [family = '', version = '', ...rest] = key.split('/')
  return join(shardOf(root, family, version), ...rest)
}

function shardOf(root: string, family: string, version: string): string {
  return join(root, family, version.slice(-2), version.slice(-4, -2), version)
}

async function writeBlob(path: string, unfinished: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = join(unfinished, randomUUID())
  try {
    await using file = await open(temporary, createNew, 0o600)
    await writePieces(file, source)
    await file.sync()
    await moveIntoPlace(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw toBlobError(error, path)
  }
}

async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true })
  await rename(temporary, path)
  await syncFolder(folder)
  if (firstMade === undefined) return
  for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** A name survives a power cut only when its folder has been synced too. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY)
  await folder.sync()
}

async function readBlob(root: string, key: BlobKey, range?: ByteRange): Promise<OpenBlob> {
  const file = await openBlob(pathOf(root, key), key)
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new BlobMissingError(key)
    const { start, end } = range ?? { start: 0, end: facts.size - 1 }
    const length = end - start + 1
    if (length > wholeBytes) return { body: new FileStream(file, { start, end }, readBytes), size: facts.size }
    const body = await readWhole(file, start, length)
    await file.close()
    return { body, size: facts.size }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** One system call for what fits into it: a stream would take five. */
async function readWhole(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(Math.max(0, length))
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(body, read, length - read, start + read)
    if (bytesRead === 0) return body.subarray(0, read)
    read += bytesRead
  }
  return body
}

async function openBlob(path: string, key: BlobKey): Promise<FileHandle> {
  try {
    return await open(path, readOnly)
  } catch (error) {
    throw toBlobError(error, key)
  }
}

/** Blobs never change, so that two names may share the bytes; where the file system cannot, they are copied. */
async function copyBlob(job: { root: string; from: BlobKey; to: BlobKey; unfinished: string }): Promise<void> {
  const source = pathOf(job.root, job.from)
  const temporary = join(job.unfinished, randomUUID())
  try {
    await link(source, temporary).catch(async (error: unknown) => {
      if (codeOf(error) === 'ENOENT') throw error
      await copyFile(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      await using copied = await open(temporary, constants.O_RDONLY)
      await copied.sync()
    })
    await moveIntoPlace(temporary, pathOf(job.root, job.to))
  } catch (error) {
    await rm(temporary, { force: true })
    throw toBlobError(error, job.from)
  }
}

async function removeBlob(root: string, key: BlobKey): Promise<void> {
  if (!isBlobKey(key)) return
  await rm(pathOf(root, key), { force: true })
  if (!key.startsWith('objects/')) return
  const derived = dirname(pathOf(root, `variants/${versionOf(key)}/0`))
  await rm(derived, { force: true, recursive: true })
}

async function* entriesOf(root: string, family: BlobFamily, only?: string): AsyncIterable<BlobEntry> {
  const below = only === undefined ? join(root, family) : shardOf(root, family, only)
  for await (const path of filesBelow(below)) {
    const [, , version = '', ...rest] = path.slice(join(root, family).length + 1).split('/')
    const facts = await lstat(path).catch(() => null)
    if (facts === null) continue
    const key = [family, version, ...rest].join('/') as BlobKey
    yield { key, size: facts.size, storedAt: facts.ctimeMs }
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

async function discardOlder(folder: string, before: number): Promise<number> {
  let discarded = 0
  for await (const path of filesBelow(folder)) {
    const facts = await lstat(path).catch(() => null)
    if (facts === null || facts.ctimeMs >= before) continue
    await rm(path, { force: true })
    discarded += 1
  }
  return discarded
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code

/** EDQUOT is a user's share of a disk that is used up; ELOOP is a link that somebody planted. */
export function toBlobError(error: unknown, name: string): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BlobStoreFullError(error)
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return new BlobMissingError(name, error)
  return error
}
