/** What a zip says that it holds, by its list alone: nothing in it is opened. */
import { Buffer } from 'node:buffer'

const endOfList = 0x06054b50
const listed = 0x02014b50
const begun = 0x04034b50
const most = { entries: 1000, bytes: 500 * 1024 * 1024, growth: 100 }

export type ZipContents = { readonly entries: string[] } | 'broken' | 'bomb'

interface Entry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
  readonly at: number
}

/** NOTE: entries that overlap are the bombs of small files: each is counted, their bytes are there once. */
export function zipContents(file: Uint8Array): ZipContents {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endOfList) return 'broken'
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (count === 0 || count > most.entries) return count === 0 ? 'broken' : 'bomb'
  const entries = readList(bytes, { start, end, count })
  if (entries === null || !isTrue(bytes, entries)) return 'broken'
  return isBomb(entries, bytes.length) ? 'bomb' : { entries: entries.map(({ name }) => name) }
}

function readList(bytes: Buffer, { start, end, count }: Record<'start' | 'end' | 'count', number>): Entry[] | null {
  const entries: Entry[] = []
  let at = start
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== listed) return null
    const isSealed = (bytes.readUInt16LE(at + 8) & 1) === 1
    const [name, extra, words] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number]
    if (isSealed || name === 0 || name > 500) return null
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name).slice(0, 200),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + words
  }
  // One more than it counts, which other programs would unpack.
  return at + 4 <= end && bytes.readUInt32LE(at) === listed ? null : entries
}

/** Whether each entry begins where the list says, under the name that the list gives it, and the first with the file. */
function isTrue(bytes: Buffer, entries: readonly Entry[]): boolean {
  const isThere = ({ at, name }: Entry) =>
    at + 30 <= bytes.length &&
    bytes.readUInt32LE(at) === begun &&
    bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26)).slice(0, 200) === name
  return Math.min(...entries.map(({ at }) => at)) === 0 && entries.every(isThere)
}

function isBomb(entries: readonly Entry[], size: number): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > most.bytes || unpacked > size * most.growth) return true
  const inOrder = entries.toSorted((one, other) => one.at - other.at)
  return inOrder.some((entry, place) => entry.at + 30 + entry.packed > (inOrder[place + 1]?.at ?? size))
}
