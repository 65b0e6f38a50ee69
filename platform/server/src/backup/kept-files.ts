/** Files of storage in a place of backups: each once, under the name that it has for ever, shared by all backups. */
import { Readable } from 'node:stream'

import { openSession, type Login } from '@platform/database'
import { BlobMissingError, type BlobStore } from '@platform/storage'

import { damaged } from './backup-error.ts'
import type { Sum, Vault } from './vault.ts'

const folder = 'files/'
export const keptName = (version: string): string => `${folder}${version}`

/** By it the database and its files know that they belong together. */
export const storeMark = '00000000-0000-0000-0000-000000000000'

/** By the version of their object. */
export type KeptFiles = Map<string, Sum>

/** Copies what the place does not know yet; to be called before and after the database, which may speak of both. */
export async function keepFiles(blobs: BlobStore, vault: Vault, known: KeptFiles): Promise<void> {
  for await (const { key } of blobs.entries('objects')) {
    const version = key.slice('objects/'.length)
    if (!known.has(version)) await keepFile(blobs, vault, { version, known })
  }
}

interface Wanted {
  readonly version: string
  readonly known: KeptFiles
}

async function keepFile(blobs: BlobStore, vault: Vault, { version, known }: Wanted): Promise<void> {
  try {
    const { body } = await blobs.read(`objects/${version}`)
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : (body as AsyncIterable<Uint8Array>)
    known.set(version, await vault.write(keptName(version), source))
  } catch (error) {
    // Whoever deletes a file while we copy means it.
    if (!(error instanceof BlobMissingError)) throw error
  }
}

/** One line each. */
export function linesOf(files: KeptFiles): AsyncIterable<Uint8Array> {
  return Readable.from(
    (function* () {
      for (const [version, { size, sha256 }] of files) yield Buffer.from(`${version} ${size} ${sha256}\n`)
    })(),
  )
}

export async function readLines(name: string, lines: AsyncIterable<Uint8Array>): Promise<KeptFiles> {
  const files: KeptFiles = new Map()
  let rest = ''
  for await (const chunk of lines) {
    const parts = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [version, size, sha256] = part.split(' ')
      if (version === undefined || sha256 === undefined) throw damaged(name, 'a line is wrong')
      files.set(version, { size: Number(size), sha256 })
    }
  }
  return files
}

/** Those that rows speak of, and the mark. */
export async function filesInUse(login: Login): Promise<string[]> {
  const client = await openSession(login)
  try {
    const { rows } = await client.query<{ version: string }>('select version from storage.objects order by version')
    return [storeMark, ...rows.map(({ version }) => version)]
  } finally {
    await client.end()
  }
}
