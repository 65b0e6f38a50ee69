/** Tables one after the other in one stream: a head with name and columns, its rows, an empty piece. */
import type { TableIn, TableOut } from '@platform/database'

import { damaged } from './backup-error.ts'
import { ByteReader } from './byte-reader.ts'

const piece = (bytes: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const end = piece(Buffer.alloc(0))

export async function* writeTables(
  tables: AsyncIterable<TableOut>,
  counts: Record<string, number>,
): AsyncIterable<Uint8Array> {
  for await (const { name, columns, data, count } of tables) {
    yield piece(Buffer.from(JSON.stringify({ name, columns })))
    for await (const bytes of data) if (bytes.length > 0) yield piece(bytes)
    yield end
    counts[name] = count()
  }
  yield end
}

export async function* readTables(name: string, stored: AsyncIterable<Uint8Array>): AsyncIterable<TableIn> {
  const reader = new ByteReader(stored, () => damaged(name, 'it ends too early'))
  const next = async () => reader.take((await reader.take(4)).readUInt32BE())
  for (;;) {
    const head = await next()
    if (head.length === 0) break
    const table = JSON.parse(head.toString('utf8')) as Omit<TableIn, 'data'>
    yield { ...table, data: untilEmpty(next) }
  }
  await reader.end()
}

async function* untilEmpty(next: () => Promise<Buffer>): AsyncIterable<Uint8Array> {
  for (;;) {
    const bytes = await next()
    if (bytes.length === 0) return
    yield bytes
  }
}
