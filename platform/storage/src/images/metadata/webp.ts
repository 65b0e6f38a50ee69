/** WebP (RFC 9649): a RIFF of chunks; what follows the length it names is no picture and is left behind. */
import { orientationOnly, readOrientation } from './orientation.ts'
import { provenanceOnly } from './provenance.ts'

const headerBytes = 12
const exifFlag = 0x08
const xmpFlag = 0x04

/** The same picture without the place it was taken at; null for a file whose structure cannot be followed. */
export function stripWebp(file: Buffer): Buffer | null {
  const total = 8 + file.readUInt32LE(4)
  if (total > file.length) return null
  const chunks: Buffer[] = []
  let at = headerBytes
  while (at + 8 <= total) {
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > total) return null
    chunks.push(keepChunk(file.subarray(at, Math.min(end, total))))
    at = end
  }
  return toRiff(chunks.filter((chunk) => chunk.length > 0))
}

const nothing = Buffer.alloc(0)
const typeOf = (chunk: Buffer) => chunk.toString('latin1', 0, 4)

function keepChunk(chunk: Buffer): Buffer {
  const content = chunk.subarray(8, 8 + chunk.readUInt32LE(4))
  if (typeOf(chunk) === 'XMP ') return keepXmp(chunk, content)
  if (typeOf(chunk) !== 'EXIF') return chunk
  const hasName = content.subarray(0, 6).toString('latin1') === 'Exif\0\0'
  const orientation = readOrientation(hasName ? content.subarray(6) : content)
  if (orientation === 1) return nothing
  return toChunk('EXIF', orientationOnly(orientation))
}

function keepXmp(chunk: Buffer, content: Buffer): Buffer {
  const kept = provenanceOnly(content)
  if (kept === null) return nothing
  return kept === content ? chunk : toChunk('XMP ', kept)
}

function toChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** The extended header says which chunks there are; it must not promise what has gone. */
function toRiff(chunks: readonly Buffer[]): Buffer {
  const types = new Set(chunks.map(typeOf))
  const settled = chunks.map((chunk) => {
    if (typeOf(chunk) !== 'VP8X') return chunk
    const header = Buffer.from(chunk)
    const flags = (header[8] ?? 0) & ~(exifFlag | xmpFlag)
    header[8] = flags | (types.has('EXIF') ? exifFlag : 0) | (types.has('XMP ') ? xmpFlag : 0)
    return header
  })
  const body = Buffer.concat(settled)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
