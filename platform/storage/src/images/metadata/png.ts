/** PNG (W3C, third edition): chunks until IEND; what follows it is no picture and is left behind. */
import { crc32, inflateSync } from 'node:zlib'

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
  if (type === 'zTXt' || type === 'iTXt' || type === 'tEXt') return isHarmless(type, content) ? chunk : nothing
  return chunk
}

function isHarmless(type: string, content: Buffer): boolean {
  const text = readText(type, content)
  return text !== null && !isRawMetadata(content) && !mentionsPlace(text)
}

const longestText = 1_048_576

/** What follows the keyword, unpacked; null for what is damaged or would unfold beyond measure. */
function readText(type: string, content: Buffer): Buffer | null {
  const keyword = content.indexOf(0)
  const packed = type === 'zTXt' ? content.subarray(keyword + 2) : behindLanguage(content, keyword)
  const isPacked = type === 'zTXt' || (type === 'iTXt' && content[keyword + 1] === 1)
  if (!isPacked) return content
  try {
    return inflateSync(packed, { maxOutputLength: longestText })
  } catch {
    return null
  }
}

/** iTXt has a flag and a method behind its keyword, then a language and a translation, each ended by a zero. */
function behindLanguage(content: Buffer, keyword: number): Buffer {
  const translation = content.indexOf(0, keyword + 3) + 1
  return content.subarray(content.indexOf(0, translation) + 1)
}

/** EXIF, IPTC or XMP as hexadecimal text, which some programs write. */
const isRawMetadata = (text: Buffer) => /^Raw \w{7} type /.test(text.subarray(0, 18).toString('latin1'))

function toChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
