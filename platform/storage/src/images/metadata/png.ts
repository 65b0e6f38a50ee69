/** PNG (W3C, third edition): chunks until IEND; what follows it is no picture and is left behind. */
import { crc32, inflateSync } from 'node:zlib'

import { orientationOnly, readOrientation } from './orientation.ts'
import { provenanceOnly } from './provenance.ts'

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
  if (type === 'tEXt' || type === 'tIME') return nothing
  return type === 'iTXt' || type === 'zTXt' ? keepXmp(type, chunk) : chunk
}

const xmpKeyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1')

/** Of all texts only the XMP, under the one keyword that programs look for it. */
function keepXmp(type: 'iTXt' | 'zTXt', chunk: Buffer): Buffer {
  const content = chunk.subarray(8, -4)
  const packet = content.subarray(0, xmpKeyword.length).equals(xmpKeyword) ? readPacket(type, content) : null
  const kept = packet === null ? null : provenanceOnly(packet)
  if (kept === null) return nothing
  return kept === packet ? chunk : toChunk('iTXt', Buffer.concat([xmpKeyword, Buffer.alloc(4), kept]))
}

const longestText = 1_048_576

/** What follows the keyword, unpacked; null for what is damaged or would unfold beyond measure. */
function readPacket(type: 'iTXt' | 'zTXt', content: Buffer): Buffer | null {
  const isPacked = type === 'zTXt' || content[xmpKeyword.length] === 1
  const packet = type === 'zTXt' ? content.subarray(xmpKeyword.length + 1) : behindLanguage(content)
  if (!isPacked) return packet
  try {
    return inflateSync(packet, { maxOutputLength: longestText })
  } catch {
    return null
  }
}

/** iTXt has a flag and a method behind its keyword, then a language and a translation, each ended by a zero. */
function behindLanguage(content: Buffer): Buffer {
  const translation = content.indexOf(0, xmpKeyword.length + 2) + 1
  return content.subarray(content.indexOf(0, translation) + 1)
}

function toChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
