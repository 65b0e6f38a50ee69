/** PNG (W3C, third edition): chunks until IEND; what follows it is no picture and is left behind. */
import { crc32 } from 'node:zlib'

import { mentionsPlace, orientationOnly, readOrientation } from './orientation.ts'

const signatureBytes = 8

/** The same picture without the place it was taken at; null for a file whose structure cannot be followed. */
export function stripPng(file: Buffer): Buffer | null {
  const kept: Buffer[] = [file.subarray(0, signatureBytes)]
  let at = signatureBytes
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    kept.push(keepChunk(type, file.subarray(at, end)))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

const nothing = Buffer.alloc(0)

function keepChunk(type: string, chunk: Buffer): Buffer {
  const content = chunk.subarray(8, -4)
  if (type === 'eXIf') {
    const orientation = readOrientation(content)
    return orientation === 1 ? nothing : toChunk('eXIf', orientationOnly(orientation))
  }
  // What is compressed is not read: it could unfold to any size.
  if (type === 'zTXt') return nothing
  if (type === 'iTXt') return isCompressed(content) || mentionsPlace(content) ? nothing : chunk
  if (type === 'tEXt') return isProfile(content) || mentionsPlace(content) ? nothing : chunk
  return chunk
}

const isCompressed = (text: Buffer) => text[text.indexOf(0) + 1] === 1

/** EXIF, IPTC or XMP as hexadecimal text, which some programs write. */
const isProfile = (text: Buffer) => text.subarray(0, 11).toString('latin1') === 'Raw profile'

function toChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
